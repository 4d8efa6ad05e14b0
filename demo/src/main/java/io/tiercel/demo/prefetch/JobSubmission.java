package io.tiercel.demo.prefetch;

/**
 * The prefetching for a job between its submission and its first stage.
 *
 * @param asked blocks that the coordinator was asked for
 * @param kept of these, those that were still asked for when the job began
 * @param keptBytes their length
 * @param expectedSeconds from submission until all that was asked for is in memory, as the coordinator expected it; NaN where nobody asked
 * @param readySeconds the same, measured; NaN if not all of it was when the job began
 * @param inMemory bytes that were in memory when the job began
 */
record JobSubmission(int asked, int kept, long keptBytes, double expectedSeconds, double readySeconds, long inMemory) {
    static final JobSubmission NOTHING = new JobSubmission(0, 0, 0, Double.NaN, Double.NaN, 0);
}
