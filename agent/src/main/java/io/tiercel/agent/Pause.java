package io.tiercel.agent;

/**
 * How long the agent may wait until it speaks again.
 *
 * @param leastNanos even if there is something to tell
 * @param mostNanos if there is nothing to tell
 */
record Pause(long leastNanos, long mostNanos) {
    static Pause of(long nanos) {
        return new Pause(nanos, nanos);
    }
}
