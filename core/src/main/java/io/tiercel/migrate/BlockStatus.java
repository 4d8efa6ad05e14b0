package io.tiercel.migrate;

import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A block for people and for schedulers.
 *
 * @param state where it is on its way
 * @param device where it is bound, pinned or leaving; empty otherwise
 * @param expectedIn nanoseconds until it is expected in memory, for one that is bound
 * @param jobs those that claim it
 * @param why one clause: why it is not in memory, or why it is
 */
public record BlockStatus(
        BlockState state, Optional<DeviceId> device, OptionalDouble expectedIn, List<String> jobs, String why) {
    public BlockStatus {
        jobs = List.copyOf(jobs);
    }
}
