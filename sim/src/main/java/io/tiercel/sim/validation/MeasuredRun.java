package io.tiercel.sim.validation;

import io.tiercel.record.ReadPlace;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * One run of a scene's job.
 *
 * @param treatment the policy, or what was done for the job
 * @param job what was run, and under which circumstances
 * @param lead seconds from submission to call
 * @param seconds from call to result
 * @param memoryBytes of these, bytes in memory when they were read, as DataNodes count them
 * @param places where tasks read, as the scheduler counts them
 */
public record MeasuredRun(
        String treatment,
        String job,
        double lead,
        double seconds,
        int tasks,
        long inputBytes,
        long memoryBytes,
        Map<ReadPlace, Long> places) {
    public MeasuredRun {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("seconds: expected above 0, got " + seconds);
        }
        if (tasks < 1 || inputBytes < 1) {
            throw new IllegalArgumentException(
                    "expected tasks that read input, got " + tasks + " tasks and " + inputBytes + " bytes");
        }
        // Reports of earlier builds call the planner "cost" ours.
        treatment = treatment.replaceFirst("^ours(?=$|-delay$)", "cost");
        Map<ReadPlace, Long> counts = new EnumMap<>(ReadPlace.class);
        counts.putAll(places);
        places = Collections.unmodifiableMap(counts);
    }
}
