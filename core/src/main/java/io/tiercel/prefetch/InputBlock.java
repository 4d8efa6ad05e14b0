package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;
import java.util.List;

/**
 * A block that a job will read.
 *
 * @param bytes its length: what a migration has to read, at least 0
 * @param devices where its replicas lie, as indices of devices; empty where none is known
 * @param readyAt when a copy of it will be in memory whatever is planned here, in seconds: 0 for one that is there already,
 *     {@link #NOT_COMING} if none is on its way
 */
public record InputBlock(long bytes, List<Integer> devices, double readyAt) {
    /** The {@code readyAt} of a block that nobody brings into memory. */
    public static final double NOT_COMING = Double.POSITIVE_INFINITY;

    public InputBlock {
        Preconditions.bytes("bytes", bytes);
        if (!(readyAt >= 0)) {
            throw new IllegalArgumentException("readyAt: expected at least 0, got " + readyAt);
        }
        devices = List.copyOf(devices);
    }

    /** A block that lies on these devices only. */
    public static InputBlock on(long bytes, Integer... devices) {
        return new InputBlock(bytes, List.of(devices), NOT_COMING);
    }

    /** Whether a copy is in memory now. */
    public boolean inMemory() {
        return readyAt == 0;
    }

    /** Whether a copy is being brought into memory. */
    public boolean onItsWay() {
        return readyAt > 0 && readyAt < NOT_COMING;
    }
}
