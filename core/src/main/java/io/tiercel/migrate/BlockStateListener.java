package io.tiercel.migrate;

import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.model.BlockId;

/** Follows blocks. Called from within calls of {@link Migrations}; may ask it, must not change anything. */
public interface BlockStateListener {
    BlockStateListener NONE = (block, state, device) -> {};

    /**
     * A block is bound, has come into memory, is to leave it, or has left.
     *
     * @param device where it is bound, pinned or leaving; where it was, for one that is {@link BlockState#IDLE}
     */
    void changed(BlockId block, BlockState state, DeviceId device);

    /** A block is claimed or held that was neither before. */
    default void added(BlockId block) {}

    /** A block is neither claimed nor held any more. */
    default void forgotten(BlockId block) {}
}
