package io.tiercel.migrate;

/** The outcome of an agent's report. */
public enum ReportOutcome {
    ACCEPTED,
    /** It was said before; nothing changes. */
    REPEATED,
    /** The block is not this agent's to migrate; if it has the block, it must let go. */
    NOT_BOUND,
    /** More or less came in than the block has. */
    WRONG_LENGTH,
    /** The agent has to join first, again perhaps. */
    UNKNOWN_AGENT
}
