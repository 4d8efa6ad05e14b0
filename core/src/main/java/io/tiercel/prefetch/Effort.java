package io.tiercel.prefetch;

/**
 * How large a job may be for what takes long: planning has to be over before the job has begun.
 *
 * @param contendedTasks up to how many tasks contention for devices is simulated; larger jobs are planned as if there were none
 * @param everyDegreeTasks up to how many tasks every degree is tried; of larger jobs each that is tried is twice the one before, since those
 *     in between hardly differ from them
 */
public record Effort(int contendedTasks, int everyDegreeTasks) {
    /** Whatever it takes. */
    public static final Effort UNBOUNDED = new Effort(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** Some 200 ms at most. */
    public static final Effort BOUNDED = new Effort(16_384, 2_048);
}
