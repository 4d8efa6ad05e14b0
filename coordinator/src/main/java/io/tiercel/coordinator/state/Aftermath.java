package io.tiercel.coordinator.state;

import io.tiercel.migrate.BlockStatus;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Carries what the migrations have decided over to the records, to the jobs' counts, and to those who watch. */
final class Aftermath {
    private final World world;

    Aftermath(World world) {
        this.world = world;
    }

    /** All that has changed since the last call. */
    void settle(long now) {
        while (!world.changed.isEmpty()) {
            List<BlockId> changed = new ArrayList<>(world.changed);
            world.changed.clear();
            for (BlockId id : changed) {
                BlockRecord record = world.blocks.get(id);
                if (record != null) {
                    sync(record, now);
                }
            }
        }
    }

    void sync(BlockRecord record, long now) {
        Optional<BlockStatus> status = world.migrations.status(record.id, now);
        BlockState state = status.map(BlockStatus::state).orElse(null);
        // Told to leave, it counts as gone: whoever reads it from now on may come too late.
        boolean here = state == BlockState.BOUND || state == BlockState.PINNED;
        AgentSession agent = here
                ? status.flatMap(BlockStatus::device)
                        .map(DeviceId::agent)
                        .map(world.agents::find)
                        .orElse(null)
                : null;
        place(record, agent, agent == null ? null : state);
        boolean claimed = status.isPresent() && !status.get().jobs().isEmpty();
        if (claimed) {
            phase(record, phaseOf(state), status.get().why());
        } else if (!record.jobs.isEmpty()) {
            // The migrations have dropped it; whoever had them do so has said why.
            phase(record, Phase.FAILED, record.reason.isEmpty() ? "it was dropped" : record.reason);
        }
        world.forgetIfIdle(record);
    }

    private static Phase phaseOf(@Nullable BlockState state) {
        if (state == null) {
            return Phase.FAILED;
        }
        return switch (state) {
            case IDLE -> Phase.FAILED;
            // Claimed while it leaves: it waits until it may come back.
            case PENDING, LEAVING -> Phase.PENDING;
            case BOUND -> Phase.BOUND;
            case PINNED -> Phase.RESIDENT;
        };
    }

    private void place(BlockRecord record, @Nullable AgentSession agent, @Nullable BlockState state) {
        AgentSession before = record.agent;
        if (before == agent && record.migration == state) {
            return;
        }
        record.agent = agent;
        record.migration = state;
        if (before != null && before != agent) {
            touch(record, before);
            world.pins.update(record, before);
        }
        if (agent != null) {
            touch(record, agent);
            world.pins.update(record, agent);
        }
        if (!record.jobs.isEmpty()) {
            record.jobs.forEach(job -> job.changes++);
        }
    }

    static void touch(BlockRecord record, AgentSession agent) {
        for (ResidencyFeed feed : record.watchers) {
            feed.touch(record, agent);
        }
    }

    void phase(BlockRecord record, Phase phase, String why) {
        Phase before = record.phase;
        record.reason = phase == Phase.FAILED ? why : "";
        if (before == phase) {
            return;
        }
        record.phase = phase;
        world.pendingBytes +=
                (phase == Phase.PENDING ? record.length : 0) - (before == Phase.PENDING ? record.length : 0);
        for (JobEntry job : record.jobs) {
            job.moved(record, before);
        }
    }

    /** The job claims the block no more. */
    void untrack(JobEntry job, BlockRecord record) {
        if (job.remove(record) && record.jobs.isEmpty()) {
            phase(record, Phase.FAILED, "");
        }
        world.forgetIfIdle(record);
    }

    /** The job is no more. */
    void end(JobEntry job) {
        for (BlockRecord record : List.copyOf(job.blocks)) {
            untrack(job, record);
        }
        job.feeds.forEach(ProgressFeed::end);
        world.jobs.remove(job.name, job);
    }
}
