package io.tiercel.sim.job;

import io.tiercel.sim.workload.Job;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
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
 * @param lost how often a task was lost with its node, or ran again since what it left was
 * @param failure why it has failed; empty if it has not
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
        long delay,
        int lost,
        Optional<String> failure) {
    public JobResult {
        reads = Collections.unmodifiableMap(new TreeMap<>(reads)); // in the order of the localities, in every JVM
    }

    /** Of a job that never began. */
    public static JobResult refused(Job job, long now, String why) {
        return new JobResult(job, now, now, Map.of(), NodeCounts.of(new int[0], 0), 0, 0, 0, 0, 0, 0, Optional.of(why));
    }

    /** Nanoseconds from its beginning to its end. */
    public long duration() {
        return ended - began;
    }
}
