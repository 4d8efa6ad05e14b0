package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;

/**
 * What passes before anything happens: these follow from the heartbeats of the platform (Trident, section 4.1).
 *
 * @param initSeconds from a job's submission until its first task could be scheduled
 * @param scheduleSeconds from a slot's becoming free until the next task runs in it
 * @param cacheInitSeconds from the request for a migration until its device starts to read
 */
public record PlanningTimes(double initSeconds, double scheduleSeconds, double cacheInitSeconds) {
    /** The paper's defaults for Hadoop. */
    public static final PlanningTimes TRIDENT = new PlanningTimes(2, 1, 1);

    public PlanningTimes {
        Preconditions.seconds("initSeconds", initSeconds);
        Preconditions.seconds("scheduleSeconds", scheduleSeconds);
        Preconditions.seconds("cacheInitSeconds", cacheInitSeconds);
    }
}
