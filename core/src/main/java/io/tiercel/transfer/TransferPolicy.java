package io.tiercel.transfer;

/**
 * The order of jobs (MixApart, algorithm 2, step 2; section 6). It should be the order in which the engine runs them, so that the next
 * expected job finds its input in the cache.
 */
public enum TransferPolicy {
    /** Highest priority first; ties by arrival, then by the job's number. */
    FIFO,

    /**
     * The job with the fewest blocks that are cached for its tasks and not yet analysed first; ties by arrival, then by the job's number. A
     * block on its way counts as cached, else one job would get all bandwidth at once.
     */
    FAIR
}
