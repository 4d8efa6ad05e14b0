package io.tiercel.migrate;

/** How far a block was when it was read. */
public enum ReadOutcome {
    /** The migration was of use. */
    IN_MEMORY("it was in memory"),
    /** Too late: the migration is discarded unless others wait for it. */
    STILL_WAITING("it was read while it waited to be migrated"),
    /** Too late: an agent had it in its queue. */
    STILL_ARRIVING("it was read while it was being migrated"),
    /** Known, and not to be migrated: read before, or failed. */
    NOT_MIGRATED("it was not to be migrated"),
    /** Nobody claims it. */
    UNKNOWN("no job has asked for it");

    private final String text;

    ReadOutcome(String text) {
        this.text = text;
    }

    /** One clause for people. */
    public String text() {
        return text;
    }
}
