package io.tiercel.migrate.status;

import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceId;
import java.util.Optional;

/**
 * Where a block is, cheaply.
 *
 * @param state where it is on its way
 * @param device where it is bound, pinned or leaving; empty otherwise
 * @param bytes its length
 */
public record BlockPlace(BlockState state, Optional<DeviceId> device, long bytes) {
    /** Whether it is in that state at the agent. */
    public boolean isAt(String agent, BlockState wanted) {
        return state == wanted && device.isPresent() && device.get().agent().equals(agent);
    }
}
