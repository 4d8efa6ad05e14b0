package io.tiercel.migrate;

/** The outcome of an agent's report. */
public enum ReportOutcome {
    /** As expected. */
    ACCEPTED("taken note of"),
    /** It was said before; nothing changes. */
    REPEATED("was known already"),
    /** The block is not this agent's to migrate; if it has the block, it must let go. */
    NOT_BOUND("this agent was not asked to migrate the block"),
    /** More or less came in than the block has. */
    WRONG_LENGTH("what came in has not the length of the block"),
    /** The agent has to join first, again perhaps. */
    UNKNOWN_AGENT("no agent of that name has joined");

    private final String text;

    ReportOutcome(String text) {
        this.text = text;
    }

    /** One clause for people. */
    public String text() {
        return text;
    }
}
