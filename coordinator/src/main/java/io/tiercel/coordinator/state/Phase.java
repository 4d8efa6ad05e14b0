package io.tiercel.coordinator.state;

/** How far a hinted block has come. */
enum Phase {
    /** Waits to be bound. */
    PENDING,
    /** With an agent, and not in memory yet. */
    BOUND,
    /** In memory. */
    RESIDENT,
    /** Will not come in. */
    FAILED
}
