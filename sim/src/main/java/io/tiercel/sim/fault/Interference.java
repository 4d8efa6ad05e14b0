package io.tiercel.sim.fault;

import io.tiercel.model.Tier;

/**
 * Others that read from one device of a node without pause, as {@code dd} does in DYRS' section V-C.
 *
 * @param node the node's number
 * @param tier of its first device of this tier
 * @param streams how many read at a time
 * @param period nanoseconds that they read and then pause by turns; 0 for no pauses
 * @param pausesFirst whether they begin with a pause
 */
public record Interference(int node, Tier tier, int streams, long period, boolean pausesFirst) {
    public Interference {
        if (streams < 1) {
            throw new IllegalArgumentException("streams: expected at least 1, got " + streams);
        }
        if (period < 0) {
            throw new IllegalArgumentException("period: expected at least 0 ns, got " + period);
        }
    }

    /** Some that never pause. */
    public static Interference steady(int node, Tier tier, int streams) {
        return new Interference(node, tier, streams, 0, false);
    }
}
