package io.tiercel.prefetch.plan;

/**
 * Job sizes up to which costly modelling is done, since planning has to end before the job begins.
 *
 * @param contendedTasks most tasks for which contention for devices is simulated
 * @param everyDegreeTasks most tasks for which every degree is tried; larger jobs double the degree each time
 */
public record ModelLimits(int contendedTasks, int everyDegreeTasks) {
    public static final ModelLimits UNBOUNDED = new ModelLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** Planning takes about 200 ms at most. */
    public static final ModelLimits BOUNDED = new ModelLimits(16_384, 2_048);
}
