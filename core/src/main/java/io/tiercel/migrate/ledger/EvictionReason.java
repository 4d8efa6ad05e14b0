package io.tiercel.migrate.ledger;

/** The reason for which an agent must let go of a block. */
public enum EvictionReason {
    /** The last job that referenced it released it. */
    RELEASED(true),
    /** The last job that was to read it has read it. */
    READ(true),
    LEASE_EXPIRED(true),
    /** Nobody claimed it, and another block needs its room. */
    MADE_ROOM(true),
    /** Nobody has claimed it for as long as such blocks are kept. */
    UNUSED(true),
    /** No job waits for it any more, before it came in. */
    WITHDRAWN(true),
    INVALID(false),
    /** The agent has it and was not asked to. */
    NOT_BOUND(false),
    WRONG_LENGTH(false),
    /** It is in memory elsewhere, or on the way there. */
    ELSEWHERE(false),
    /** It is more than the agent's memory budget allows. */
    OVER_BUDGET(false);

    private final boolean reversible;

    EvictionReason(boolean reversible) {
        this.reversible = reversible;
    }

    /** Whether a block on its way out may stay if a job asks for it again in time. */
    boolean reversible() {
        return reversible;
    }
}
