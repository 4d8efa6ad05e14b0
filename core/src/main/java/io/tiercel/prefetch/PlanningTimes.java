package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;

/**
 * Delays that follow from the platform's heartbeats (Trident, section 4.1).
 *
 * @param initSeconds from a job's submission to the start of its first task
 * @param scheduleSeconds from a free slot to its next task
 * @param cacheInitSeconds from the request for a migration to its first read
 */
public record PlanningTimes(double initSeconds, double scheduleSeconds, double cacheInitSeconds) {
    /** The paper's defaults for Hadoop. */
    public static final PlanningTimes TRIDENT = new PlanningTimes(2, 1, 1);

    public PlanningTimes {
        Preconditions.nonNegative("initSeconds", initSeconds);
        Preconditions.nonNegative("scheduleSeconds", scheduleSeconds);
        Preconditions.nonNegative("cacheInitSeconds", cacheInitSeconds);
    }
}
