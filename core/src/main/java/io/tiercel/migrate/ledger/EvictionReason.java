package io.tiercel.migrate.ledger;

/** The reason for which an agent must let go of a block. */
public enum EvictionReason {
    /** The last job that referenced it released it. */
    RELEASED("the last job that referenced it released it"),
    /** Implicit eviction. */
    READ("the last job that was to read it has read it"),
    /** The job's lease expired. */
    LEASE_EXPIRED("the last job that referenced it gave no sign of life for the length of its lease"),
    /** Nobody claimed it, and a migration needed the room. */
    MADE_ROOM("no job references it, and another block needs its room"),
    /** Nobody claimed it for as long as such blocks are kept. */
    UNUSED("no job has referenced it for as long as such blocks are kept"),
    /** Its file changed. */
    INVALID("its file was rewritten or deleted"),
    /** It was asked for by nobody any more before it came in. */
    WITHDRAWN("no job waits for it any more"),
    /** The agent has it and was not asked to. */
    NOT_BOUND("this agent was not asked to migrate it"),
    /** The agent's report does not fit the block. */
    WRONG_LENGTH("what came in has not the length of the block"),
    /** Another agent has it too. */
    ELSEWHERE("it is in memory elsewhere, or on the way there"),
    /** The agent has more than it may. */
    OVER_BUDGET("it is more than the agent's memory budget allows");

    private final String text;

    EvictionReason(String text) {
        this.text = text;
    }

    /** Whether a block on its way out may stay if a job asks for it again in time. */
    boolean reversible() {
        return switch (this) {
            case RELEASED, READ, LEASE_EXPIRED, MADE_ROOM, UNUSED, WITHDRAWN -> true;
            case INVALID, NOT_BOUND, WRONG_LENGTH, ELSEWHERE, OVER_BUDGET -> false;
        };
    }

    /** One clause that completes "let go, because …". */
    public String text() {
        return text;
    }
}
