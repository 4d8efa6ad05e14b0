package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;
import java.util.List;

/**
 * A block that a job will read.
 *
 * @param bytes its length, at least 0
 * @param devices indices of the devices with replicas; empty if none is known
 * @param readyAt when a copy will be in memory without this plan, seconds: 0 if it is there, {@link #NOT_COMING} if none is on its way
 */
public record InputBlock(long bytes, List<Integer> devices, double readyAt) {
    /** The {@code readyAt} of a block that nobody brings into memory. */
    public static final double NOT_COMING = Double.POSITIVE_INFINITY;

    public InputBlock {
        Preconditions.nonNegative("bytes", bytes);
        if (!(readyAt >= 0)) {
            throw new IllegalArgumentException("readyAt: expected at least 0, got " + readyAt);
        }
        devices = List.copyOf(devices);
    }
}
