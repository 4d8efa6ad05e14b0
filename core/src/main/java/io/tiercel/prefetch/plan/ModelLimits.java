package io.tiercel.prefetch.plan;

/**
 * How large a job may be for what takes long: planning has to be over before the job has begun.
 *
 * @param contendedTasks up to how many tasks contention for devices is simulated; larger jobs are planned as if there were none
 * @param everyDegreeTasks up to how many tasks every degree is tried; of larger jobs each that is tried is twice the one before, since those
 *     in between hardly differ from them
 */
public record ModelLimits(int contendedTasks, int everyDegreeTasks) {
    /** Whatever it takes. */
    public static final ModelLimits UNBOUNDED = new ModelLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** Some 200 ms at most. */
    public static final ModelLimits BOUNDED = new ModelLimits(16_384, 2_048);
}
