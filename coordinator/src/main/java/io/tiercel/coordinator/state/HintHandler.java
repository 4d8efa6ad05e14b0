package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.FileBlock;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.ReplicaPlace;
import io.tiercel.hdfs.resolve.ResolvedFile;
import io.tiercel.hdfs.resolve.Skip;
import io.tiercel.migrate.BlockStatus;
import io.tiercel.migrate.HintOutcome;
import io.tiercel.migrate.RejectReason;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.SkipReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What jobs want of blocks. */
final class HintHandler {
    private final World world;
    private final Aftermath aftermath;
    private final FileDesk files;

    HintHandler(World world, Aftermath aftermath, FileDesk files) {
        this.world = world;
        this.aftermath = aftermath;
        this.files = files;
    }

    /** The user's job, with a new lease from now on; {@link #opened} follows. */
    JobEntry open(String user, String name, OptionalLong lease, long now) {
        JobEntry job = world.job(user, name).orElseGet(() -> {
            JobEntry opened = new JobEntry(name, user);
            world.jobs.put(name, opened);
            return opened;
        });
        job.lease = granted(lease.orElse(0));
        job.renew(now);
        job.opening++;
        return job;
    }

    /** All of a hint has been taken; a job that got nothing of what it asked for is none. */
    void opened(JobEntry job, long now) {
        if (--job.opening == 0 && job.blocks.isEmpty() && world.job(job.name) == job) {
            release(job, now);
        }
    }

    /** The lease, in nanoseconds, of a job that asks for {@code wanted}; 0 asks for the default. */
    long granted(long wanted) {
        StateSettings settings = world.settings;
        return Math.max(1, Math.min(wanted == 0 ? settings.jobLease() : wanted, settings.jobLeaseMost()));
    }

    /** Wants blocks of files brought in. */
    void hint(JobEntry job, ResolvedFile file, EvictionMode mode, long neededBy, HintResult result, long now) {
        TrackedFile tracked = files.admit(file, job.user, now);
        Map<BlockId, PendingMigration> wanted = new LinkedHashMap<>();
        Map<BlockId, FileBlock> blocks = new LinkedHashMap<>();
        for (FileBlock block : file.blocks()) {
            BlockRecord known = world.blocks.get(block.id());
            List<DeviceId> devices = devices(block, now);
            if (devices.isEmpty() && (known == null || known.agent == null)) {
                result.skips.add(unreachable(file.path(), block));
            } else {
                wanted.put(block.id(), new PendingMigration(block.id(), block.length(), devices));
                blocks.put(block.id(), block);
            }
        }
        world.requireRoom(wanted.keySet());
        HintOutcome answer = world.migrations.hint(job.name, List.copyOf(wanted.values()), mode, neededBy, now);
        for (HintOutcome.Rejected rejected : answer.rejected()) {
            FileBlock block = blocks.remove(rejected.block());
            if (block != null) {
                result.skips.add(Skip.block(
                        file.path(),
                        block,
                        reason(rejected.reason()),
                        rejected.reason().text()));
            }
        }
        for (FileBlock block : blocks.values()) {
            result.blocks.add(Views.block(track(job, tracked, block, now)));
        }
        files.forgetIfUnused(tracked);
        aftermath.settle(now);
    }

    private BlockRecord track(JobEntry job, TrackedFile file, FileBlock block, long now) {
        BlockRecord record = world.record(block.id());
        files.attach(record, file, block);
        job.add(record);
        aftermath.sync(record, now);
        return record;
    }

    /** The storages from which an agent may read the block, now or, just after a restart or its loss, soon. */
    private List<DeviceId> devices(FileBlock block, long now) {
        List<DeviceId> devices = new ArrayList<>(block.replicas().size());
        for (ReplicaPlace place : block.replicas()) {
            AgentSession agent = world.agents.find(place.node());
            if (agent == null && world.agentsMayCome(now)) {
                agent = world.agents.entry(place.node(), place.host());
            }
            if (agent == null) {
                continue;
            }
            DeviceEntry device = agent.alive ? agent.find(place.storage()) : null;
            if (device != null && device.present) {
                devices.add(new DeviceId(agent.node, device.index));
            } else if (!agent.alive && world.mayCome(agent, now)) {
                devices.add(new DeviceId(agent.node, agent.device(place.storage(), place.storageType()).index));
            }
        }
        return devices;
    }

    private static Skip unreachable(String path, FileBlock block) {
        if (block.replicas().isEmpty()) {
            return Skip.block(path, block, SkipReason.NO_REPLICA, "no DataNode has a replica of it");
        }
        String hosts = block.replicas().stream().map(ReplicaPlace::host).collect(Collectors.joining(", "));
        return Skip.block(path, block, SkipReason.NO_AGENT, "none of the nodes with a replica runs an agent: " + hosts);
    }

    private static SkipReason reason(RejectReason reason) {
        return switch (reason) {
            case NO_REPLICA -> SkipReason.NO_REPLICA;
            case LARGER_THAN_MEMORY -> SkipReason.NO_MEMORY;
            case LENGTH_CHANGED -> SkipReason.BEING_WRITTEN;
        };
    }

    /** Takes hold of what is in memory, or on its way there. */
    void retain(JobEntry job, ResolvedFile file, HintResult result, long now) {
        TrackedFile tracked = files.admit(file, job.user, now);
        List<FileBlock> there = new ArrayList<>();
        for (FileBlock block : file.blocks()) {
            BlockState state = world.migrations
                    .status(block.id(), now)
                    .map(BlockStatus::state)
                    .orElse(BlockState.IDLE);
            if (state != BlockState.IDLE) {
                there.add(block);
            }
        }
        world.migrations.doNotEvict(job.name, there.stream().map(FileBlock::id).toList(), now);
        there.forEach(block -> result.blocks.add(Views.block(track(job, tracked, block, now))));
        files.forgetIfUnused(tracked);
        aftermath.settle(now);
    }

    /** Gives everything of the job back. */
    ReleaseResult release(JobEntry job, long now) {
        List<BlockRecord> mine = List.copyOf(job.blocks);
        world.migrations.release(job.name, now);
        aftermath.end(job);
        aftermath.settle(now);
        return result(mine);
    }

    /** Gives back what lies at, or below, one of the paths. */
    ReleaseResult release(JobEntry job, List<PathSelection> selections, long now) {
        List<BlockRecord> mine = job.blocks.stream()
                .filter(record -> selections.stream().anyMatch(selection -> names(selection, record)))
                .toList();
        world.migrations.release(
                job.name, mine.stream().map(record -> record.id).toList(), now);
        mine.forEach(record -> aftermath.untrack(job, record));
        aftermath.settle(now);
        return result(mine);
    }

    private static boolean names(PathSelection selection, BlockRecord record) {
        String root = selection.path().endsWith("/") ? selection.path() : selection.path() + "/";
        return (record.path() + "/").startsWith(root) && selection.covers(record.offset, record.length);
    }

    private static ReleaseResult result(List<BlockRecord> released) {
        long freed = released.stream()
                .filter(record -> record.jobs.isEmpty())
                .mapToLong(record -> record.length)
                .sum();
        return new ReleaseResult(released.size(), freed);
    }

    /** A task of the job has read these blocks; says how many references ended with it. */
    int read(JobEntry job, List<BlockId> blocks, long now) {
        blocks.forEach(id -> world.migrations.read(job.name, id, now));
        return readsEnded(job, blocks, now);
    }

    /** A task of the job has begun to read these blocks, and none will after it; says how many references ended with it. */
    int begun(JobEntry job, List<BlockId> blocks, long now) {
        blocks.forEach(id -> world.migrations.begun(job.name, id, now));
        return readsEnded(job, blocks, now);
    }

    private int readsEnded(JobEntry job, List<BlockId> blocks, long now) {
        int ended = 0;
        for (BlockId id : blocks) {
            BlockRecord record = world.blocks.get(id);
            boolean still = world.migrations
                    .status(id, now)
                    .map(status -> status.jobs().contains(job.name))
                    .orElse(false);
            if (record == null) {
                continue;
            }
            if (!still && job.blocks.contains(record)) {
                aftermath.untrack(job, record);
                ended++;
            }
            aftermath.sync(record, now);
        }
        aftermath.settle(now);
        return ended;
    }
}
