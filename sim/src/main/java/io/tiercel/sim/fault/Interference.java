package io.tiercel.sim.fault;

import io.tiercel.model.Tier;

/**
 * Other readers on a device, as {@code dd} in DYRS' section V-C.
 *
 * @param tier of the node's first device of this tier
 * @param streams readers at a time
 * @param period nanoseconds for which they read and then pause by turns; 0 for no pauses
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

    /** Readers that never pause. */
    public static Interference steady(int node, Tier tier, int streams) {
        return new Interference(node, tier, streams, 0, false);
    }
}
