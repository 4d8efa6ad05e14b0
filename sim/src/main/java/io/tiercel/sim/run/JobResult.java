package io.tiercel.sim.run;

import io.tiercel.sim.work.Job;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of a job.
 *
 * @param job the job
 * @param began when its tasks could run: its arrival, or the end of the job that writes its input
 * @param ended when its last task ended
 * @param reads how many tasks read from where
 * @param taskNanos the sum of the times of its tasks in their slots
 */
public record JobResult(Job job, long began, long ended, Map<Locality, Integer> reads, long taskNanos) {
    public JobResult {
        reads = Collections.unmodifiableMap(new TreeMap<>(reads)); // in the order of the localities, in every JVM
    }

    /** Nanoseconds from its beginning to its end. */
    public long duration() {
        return ended - began;
    }
}
