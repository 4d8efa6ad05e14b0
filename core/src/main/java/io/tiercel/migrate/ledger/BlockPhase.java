package io.tiercel.migrate.ledger;

/** How far a claimed block has come. */
public enum BlockPhase {
    /** Waits to be bound, or until an agent has let go of it. */
    PENDING,
    /** With an agent, and not in memory yet. */
    BOUND,
    RESIDENT,
    /** Will not come in. */
    FAILED
}
