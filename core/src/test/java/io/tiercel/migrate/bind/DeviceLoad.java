package io.tiercel.migrate.bind;

import io.tiercel.migrate.ledger.DeviceId;

/**
 * A device as algorithm 1 sees it.
 *
 * @param device its name
 * @param nanosPerByte estimate, above 0
 * @param queuedBytes bytes that are bound to it and not finished, at least 0
 */
public record DeviceLoad(DeviceId device, double nanosPerByte, long queuedBytes) {
    public DeviceLoad {
        if (!(nanosPerByte > 0)) {
            throw new IllegalArgumentException("nanosPerByte: expected above 0, got " + nanosPerByte);
        }
        if (queuedBytes < 0) {
            throw new IllegalArgumentException("queuedBytes: expected at least 0, got " + queuedBytes);
        }
    }

    /** As the paper states it: a time per block, and a number of blocks, all of them of {@code blockBytes}. */
    public static DeviceLoad ofBlocks(DeviceId device, long blockBytes, long migrationTime, int queued) {
        return new DeviceLoad(device, (double) migrationTime / blockBytes, queued * blockBytes);
    }
}
