package io.tiercel.migrate;

import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.model.BlockId;
import java.util.Optional;

/** Told of each block that is bound, comes into memory or leaves it. Called from within calls of {@link Migrations}; must not call it. */
public interface BlockStateListener {
    /** Hears nothing. */
    BlockStateListener NONE = (block, state, device) -> {};

    /** @param device where it is bound, pinned or leaving; empty when it is not, or no more */
    void changed(BlockId block, BlockState state, Optional<DeviceId> device);
}
