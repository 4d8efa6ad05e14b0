package io.tiercel.migrate;

/** How far a block was when it was read. */
public enum ReadOutcome {
    IN_MEMORY,
    /** Too late: the migration is discarded unless others wait for it. */
    STILL_WAITING,
    /** Too late: an agent had it in its queue. */
    STILL_ARRIVING,
    /** Known, and not to be migrated: read before, or failed. */
    NOT_MIGRATED,
    /** Nobody claims it. */
    UNKNOWN
}
