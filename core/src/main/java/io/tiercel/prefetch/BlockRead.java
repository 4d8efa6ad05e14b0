package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;

/**
 * What a task reads of a block.
 *
 * @param block index of the block
 * @param bytes how much of it the task reads, at least 0; less than the block's length for a split within the block, or for
 *     a reader that skips columns
 */
public record BlockRead(int block, long bytes) {
    public BlockRead {
        if (block < 0) {
            throw new IllegalArgumentException("block: expected an index of at least 0, got " + block);
        }
        Preconditions.bytes("bytes", bytes);
    }
}
