package io.tiercel.agent.session;

/**
 * How long the agent may wait until it speaks again.
 *
 * @param leastNanos even if there is something to tell
 * @param mostNanos if there is nothing to tell
 */
public record WaitBounds(long leastNanos, long mostNanos) {
    public static WaitBounds of(long nanos) {
        return new WaitBounds(nanos, nanos);
    }
}
