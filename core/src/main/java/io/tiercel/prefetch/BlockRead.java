package io.tiercel.prefetch;

import io.tiercel.model.Preconditions;

/**
 * A task's read of one block.
 *
 * @param block index of the block
 * @param bytes that the task reads, at least 0; less than the block's length for a split within it, or for a reader that skips columns
 */
public record BlockRead(int block, long bytes) {
    public BlockRead {
        Preconditions.index("block", block);
        Preconditions.nonNegative("bytes", bytes);
    }
}
