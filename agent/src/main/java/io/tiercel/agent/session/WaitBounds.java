package io.tiercel.agent.session;

/**
 * How long a thread may wait until its next turn.
 *
 * @param leastNanos even if there is something to do
 * @param mostNanos if there is nothing to do
 */
public record WaitBounds(long leastNanos, long mostNanos) {
    public static WaitBounds exactly(long nanos) {
        return new WaitBounds(nanos, nanos);
    }
}
