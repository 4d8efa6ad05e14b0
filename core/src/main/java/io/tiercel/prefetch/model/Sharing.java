package io.tiercel.prefetch.model;

/** How the blocks that are prefetched from one device share it. */
public enum Sharing {
    /** All at once, each with an equal share of the bandwidth: the paper's storage. */
    EQUAL_SHARES,
    /** One after the other: DYRS' agents and ours. */
    ONE_AT_A_TIME
}
