package io.tiercel.prefetch.model;

/** Simulates a job under a selection of blocks. Not thread-safe: each call overwrites the results of the last. */
public interface JobModel {
    /**
     * Runs the job.
     *
     * @param source per block: the device that it is prefetched from, or -1
     * @param delay by which the first tasks are held back, seconds
     * @param ready filled: per block, when it is in memory; infinity if never
     * @param starts filled: per task, when it starts
     * @return when the last task ends; 0 for a job without tasks
     */
    double run(int[] source, double delay, double[] ready, double[] starts);

    /** Runs the job again with the last selection, under another delay. */
    default double again(int[] source, double delay, double[] ready, double[] starts) {
        return run(source, delay, ready, starts);
    }

    /** From now on each device reads blocks in the order of need. */
    void orderBy(double[] neededAt);

    /** When each block would be in memory if no task read from any device. */
    void undisturbed(int[] source, double[] ready);

    /** Whether a task that starts at {@code start} finds a block in memory that is ready at {@code ready}. */
    boolean inMemory(double ready, double start);
}
