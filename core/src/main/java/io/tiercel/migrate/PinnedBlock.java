package io.tiercel.migrate;

import io.tiercel.model.BlockId;
import io.tiercel.model.Preconditions;

/** A block of so many bytes that an agent has pinned from the device of that index, before it joined. */
public record PinnedBlock(BlockId block, int device, long bytes) {
    public PinnedBlock {
        Preconditions.atLeast("bytes", bytes, 1);
    }
}
