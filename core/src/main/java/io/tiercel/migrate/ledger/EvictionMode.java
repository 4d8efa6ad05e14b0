package io.tiercel.migrate.ledger;

/** How a job's reference to a block ends, save with the job itself (DYRS, section III-C3). */
public enum EvictionMode {
    /** The job says so. */
    EXPLICIT,
    /** With the job's first read of the block. */
    IMPLICIT
}
