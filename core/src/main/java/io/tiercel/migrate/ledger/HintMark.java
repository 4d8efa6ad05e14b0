package io.tiercel.migrate.ledger;

/**
 * A point in a session of hints: hints are numbered from 1, and a read bears the number of the last hint before it. A read so ends no
 * claim that was hinted after it, however late its report arrives.
 *
 * @param session of the client that hints; 0 for none
 * @param number of hints that the session has made
 */
public record HintMark(long session, long number) {
    /** Of callers without sessions: their reads end any claim. */
    public static final HintMark NONE = new HintMark(0, 0);

    /** Whether this is earlier than {@code other} for certain, which takes the same session. */
    public boolean isBefore(HintMark other) {
        return session != 0 && session == other.session && number < other.number;
    }
}
