package io.tiercel.migrate.status;

import io.tiercel.migrate.ledger.BlockPhase;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.model.BlockId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A block for people and for schedulers.
 *
 * @param path of its file; empty if that is not known
 * @param offset bytes from the start of its file
 * @param phase the state as the jobs that claim it see it
 * @param device where it is bound, pinned or leaving; empty otherwise
 * @param expectedIn nanoseconds until it is expected in memory, for one that is bound
 * @param why one clause: why it is not in memory, or why it is
 */
public record BlockStatus(
        BlockId block,
        String path,
        long offset,
        long bytes,
        BlockState state,
        BlockPhase phase,
        Optional<DeviceId> device,
        OptionalDouble expectedIn,
        List<String> jobs,
        String why) {
    public BlockStatus {
        jobs = List.copyOf(jobs);
    }
}
