package io.tiercel.migrate;

import io.tiercel.model.BlockUse;

/** Which of the blocks that nobody claims goes first when room is needed; an eviction policy's {@code age} fits. */
public interface EvictionOrder {
    /** The greatest age goes first, of equal ones the block that has been unclaimed for longest. Never NaN. */
    double age(BlockUse use, long now);
}
