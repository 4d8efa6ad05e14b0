package io.tiercel.hdfs.resolve;

import java.time.Duration;

/**
 * What one walk may take at most. Each is above 0.
 *
 * @param blocks blocks found; data that is skipped counts as a block
 * @param calls calls to the NameNode
 * @param time from the walk's start; a call to the NameNode that is under way then is waited for
 */
public record WalkLimits(int blocks, int calls, Duration time) {
    /** The highest limit of blocks that may be configured. */
    public static final int MOST_BLOCKS = 1_000_000;

    public WalkLimits {
        if (blocks <= 0 || calls <= 0 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("limits of a walk: expected each above 0, got " + blocks + " blocks, "
                    + calls + " calls, " + time.toMillis() + " ms");
        }
    }
}
