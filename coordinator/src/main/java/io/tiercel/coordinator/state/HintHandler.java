package io.tiercel.coordinator.state;

import io.tiercel.coordinator.state.RefusedCallException.Kind;
import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ReplicaPlace;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.migrate.JobRegistry.HintRequest;
import io.tiercel.migrate.JobRegistry.Read;
import io.tiercel.migrate.JobRegistry.Release;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.Rejection;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.PhaseCounts;
import io.tiercel.migrate.status.JobStatus;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.SkipReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Handles jobs' hints for files. */
record HintHandler(
        Migrations migrations, ResidencySubscriptions subscriptions, StatusMessages messages, StateSettings settings) {
    /** The outcome of a hint for one file: blocks to which the job now refers, and those that will not come in. */
    record FileHint(List<BlockState> blocks, List<Skip> skips) {}

    /** A job takes room as long as its lease lasts, whether it claims anything or not. */
    static final int MOST_JOBS_OF_A_USER = 1_000;

    /**
     * The job, with a new lease from now on.
     *
     * @throws RefusedCallException if the user has too many jobs
     */
    JobStatus open(JobId id, OptionalLong lease, long now) {
        if (migrations.views().countOf(id.user()) >= MOST_JOBS_OF_A_USER
                && migrations.views().job(id).isEmpty()) {
            throw new RefusedCallException(
                    Kind.TOO_MUCH,
                    "user " + id.user() + " may have at most " + MOST_JOBS_OF_A_USER
                            + " jobs at a time; release jobs first");
        }
        return migrations.jobs().openHint(id, granted(lease.orElse(0)), now);
    }

    /** The lease, in nanoseconds, of a job that asks for {@code wanted}; 0 asks for the default. */
    long granted(long wanted) {
        return Math.max(1, Math.min(wanted == 0 ? settings.jobLease() : wanted, settings.jobLeaseMost()));
    }

    /** Whether the job is still the one that was opened: neither released nor ended since. */
    boolean isOpen(JobStatus opened) {
        return migrations
                .views()
                .job(opened.id())
                .filter(job -> job.number() == opened.number())
                .isPresent();
    }

    /** The job may have been released between two parts of one hint. */
    private void requireOpen(JobStatus opened) {
        if (!isOpen(opened)) {
            throw new RefusedCallException(Kind.UNKNOWN, "job " + opened.id() + " was released while it was hinting");
        }
    }

    /** The claims of the same user's other jobs. They are added up once for a hint, because a user may have many jobs. */
    record Others(long blocks, long bytes) {}

    Others others(JobStatus job) {
        long blocks = 0;
        long bytes = 0;
        for (JobStatus each : migrations.views().jobsOf(job.id().user())) {
            if (!each.id().equals(job.id())) {
                blocks += each.blocks().wanted();
                bytes += each.blocks().wantedBytes();
            }
        }
        return new Others(blocks, bytes);
    }

    /** A hint may go beyond by one file, the last. */
    private void requireQuota(JobStatus job, Others others) {
        PhaseCounts own = migrations.views().job(job.id()).orElse(job).blocks();
        requireBelow(others.blocks + own.wanted(), settings.userBlocks(), "blocks", job);
        requireBelow(others.bytes + own.wantedBytes(), settings.userBytes(), "bytes", job);
    }

    private static void requireBelow(long hinted, long most, String unit, JobStatus job) {
        if (hinted >= most) {
            throw new RefusedCallException(
                    Kind.TOO_MUCH,
                    "user " + job.id().user() + " may hint at most " + most + " " + unit
                            + " at a time (tiercel.coordinator.user." + unit + ".most); release jobs first");
        }
    }

    FileHint hint(
            JobStatus job,
            Others others,
            ResolvedFile file,
            EvictionMode mode,
            long neededBy,
            HintMark mark,
            long now) {
        requireOpen(job);
        requireQuota(job, others);
        Map<BlockId, FileBlock> blocks = blocks(file);
        subscriptions.requireRoom(blocks.keySet());
        List<Rejection> rejections = migrations
                .jobs()
                .hint(new HintRequest(job.id(), Optional.of(file.version()), wanted(file), mode, neededBy, mark), now);
        List<Skip> skips = new ArrayList<>();
        for (Rejection rejected : rejections) {
            FileBlock block = blocks.remove(rejected.block());
            if (block != null) {
                skips.add(skip(file.path(), block, rejected.reason()));
            }
        }
        return new FileHint(states(blocks.keySet(), now), skips);
    }

    FileHint retain(JobStatus job, ResolvedFile file, long now) {
        requireOpen(job);
        subscriptions.requireRoom(List.of());
        return new FileHint(
                states(migrations.jobs().retain(job.id(), file.version(), wanted(file), now), now), List.of());
    }

    private static Map<BlockId, FileBlock> blocks(ResolvedFile file) {
        Map<BlockId, FileBlock> blocks = new LinkedHashMap<>();
        file.blocks().forEach(block -> blocks.put(block.id(), block));
        return blocks;
    }

    private List<PendingMigration> wanted(ResolvedFile file) {
        return file.blocks().stream()
                .map(block -> new PendingMigration(
                        block.id(),
                        block.offset(),
                        block.length(),
                        block.replicas().stream().map(this::device).toList()))
                .toList();
    }

    private DeviceId device(ReplicaPlace place) {
        return migrations.agents().device(place.node(), place.host(), place.storage(), place.storageType());
    }

    private List<BlockState> states(Iterable<BlockId> blocks, long now) {
        List<BlockState> states = new ArrayList<>();
        blocks.forEach(
                id -> migrations.views().status(id, now).ifPresent(status -> states.add(messages.block(status))));
        return states;
    }

    private static Skip skip(String path, FileBlock block, Rejection.Reason reason) {
        return switch (reason) {
            case NO_REPLICA -> Skip.block(path, block, SkipReason.NO_REPLICA, reason.text());
            case NO_AGENT -> {
                String hosts = block.replicas().stream().map(ReplicaPlace::host).collect(Collectors.joining(", "));
                yield Skip.block(path, block, SkipReason.NO_AGENT, reason.text() + ": " + hosts);
            }
            case LARGER_THAN_MEMORY -> Skip.block(path, block, SkipReason.NO_MEMORY, reason.text());
            case LENGTH_CHANGED -> Skip.block(path, block, SkipReason.BEING_WRITTEN, reason.text());
        };
    }

    /** Gives back what lies at, or below, one of the paths; everything, and the job itself, if there are none. By its steps. */
    Release release(JobId job, SelectedPaths paths, long now) {
        return paths.isEmpty()
                ? migrations.jobs().releaseAll(job, now)
                : migrations.jobs().release(job, paths::covers, now);
    }

    /** Tasks of the job have read blocks, or begun to; says how many references ended with that. */
    int read(JobStatus job, Collection<Read> reads, long now) {
        reads.forEach(read -> migrations.jobs().read(job.id(), read, now));
        return job.claims()
                - migrations.views().job(job.id()).map(JobStatus::claims).orElse(0);
    }
}
