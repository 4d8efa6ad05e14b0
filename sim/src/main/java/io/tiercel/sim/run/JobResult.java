package io.tiercel.sim.run;

import io.tiercel.sim.work.Job;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of a job.
 *
 * @param job the job
 * @param began its submission: its arrival, or the end of the job that writes its input
 * @param ended when its last task ended
 * @param reads how many tasks read from where
 * @param readsByNode how many were served by which node
 * @param maps how many of its tasks are maps
 * @param mapNanos the sum of the times of its maps in their slots
 * @param taskNanos the sum of the times of its tasks in their slots
 * @param prefetched how many of its blocks were to be brought into memory for it
 * @param delay by how many nanoseconds its first tasks were held back for that
 */
public record JobResult(
        Job job,
        long began,
        long ended,
        Map<Locality, Integer> reads,
        NodeCounts readsByNode,
        int maps,
        long mapNanos,
        long taskNanos,
        int prefetched,
        long delay) {
    public JobResult {
        reads = Collections.unmodifiableMap(new TreeMap<>(reads)); // in the order of the localities, in every JVM
    }

    /** Nanoseconds from its beginning to its end. */
    public long duration() {
        return ended - began;
    }
}
