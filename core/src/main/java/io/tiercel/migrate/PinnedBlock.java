package io.tiercel.migrate;

import io.tiercel.model.BlockId;

/**
 * A block that an agent has pinned before it joined, under a coordinator that is no more.
 *
 * @param block the block
 * @param device index of the device that it was read from
 * @param bytes its length, above 0
 */
public record PinnedBlock(BlockId block, int device, long bytes) {
    public PinnedBlock {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes: expected above 0, got " + bytes);
        }
    }
}
