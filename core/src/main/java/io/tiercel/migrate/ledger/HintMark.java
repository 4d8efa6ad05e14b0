package io.tiercel.migrate.ledger;

/**
 * Orders hints and reads. A read ends no claim that was hinted after it, however late its report arrives. In one session the numbers
 * decide: hints are numbered from 1, and a read bears the number of the last hint before it. Otherwise the time decides.
 *
 * @param session of the client that hints; 0 for none
 * @param number of hints that the session has made
 * @param at nanoseconds at which the hint arrived, or the read ended
 */
public record HintMark(long session, long number, long at) {
    /** Before every other. */
    public static final HintMark NONE = at(Long.MIN_VALUE);

    /** The mark of a caller without a session. */
    public static HintMark at(long time) {
        return new HintMark(0, 0, time);
    }

    /** Whether this is earlier than {@code other}. */
    public boolean isBefore(HintMark other) {
        return session != 0 && session == other.session ? number < other.number : at < other.at;
    }
}
