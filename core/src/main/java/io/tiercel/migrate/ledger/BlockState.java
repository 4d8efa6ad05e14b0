package io.tiercel.migrate.ledger;

/** Where a block is on its way into memory and out again. */
public enum BlockState {
    /** Referenced or held, but not to be migrated: it was read before, or no replica can be migrated. */
    IDLE,
    /** Waits for a device, or for room in memory. */
    PENDING,
    /** An agent has it in its queue or is reading it. */
    BOUND,
    PINNED,
    /** The agent has been told to let go and has not said yet that it did; the memory still counts. */
    LEAVING;

    public boolean inMemoryOrOnTheWay() {
        return this == BOUND || this == PINNED || this == LEAVING;
    }
}
