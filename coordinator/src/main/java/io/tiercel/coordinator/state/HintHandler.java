package io.tiercel.coordinator.state;

import io.tiercel.coordinator.state.RefusedCallException.Kind;
import io.tiercel.hdfs.Batches;
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
import java.util.Set;
import java.util.stream.Collectors;

/** Handles jobs' hints for files. */
record HintHandler(
        Migrations migrations, ResidencySubscriptions subscriptions, StatusMessages messages, StateSettings settings) {
    /** The outcome of a hint for one file: blocks to which the job now refers, and those that will not come in. */
    record FileHint(List<BlockState> blocks, List<Skip> skips) {}

    /**
     * Some blocks of a file. Its first part stands for all of it: limits are looked at once for each file.
     *
     * @param ofFile all blocks of the file that are asked for
     * @param blocks those of the part
     */
    record FilePart(ResolvedFile file, Set<BlockId> ofFile, List<FileBlock> blocks, boolean isFirst) {
        /** Parts of {@code most} blocks; one without any for a file without blocks. */
        static List<FilePart> of(ResolvedFile file, int most) {
            Set<BlockId> ofFile = file.blocks().stream().map(FileBlock::id).collect(Collectors.toSet());
            if (file.blocks().size() <= most) {
                return List.of(new FilePart(file, ofFile, file.blocks(), true));
            }
            List<FilePart> parts = new ArrayList<>();
            for (List<FileBlock> some : Batches.of(file.blocks(), most)) {
                parts.add(new FilePart(file, ofFile, some, parts.isEmpty()));
            }
            return parts;
        }

        private Map<BlockId, FileBlock> byId() {
            Map<BlockId, FileBlock> byId = new LinkedHashMap<>();
            blocks.forEach(block -> byId.put(block.id(), block));
            return byId;
        }
    }

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
            JobStatus job, Others others, FilePart part, EvictionMode mode, long neededBy, HintMark mark, long now) {
        requireOpen(job);
        ResolvedFile file = part.file();
        if (part.isFirst()) {
            requireQuota(job, others);
        }
        Map<BlockId, FileBlock> blocks = part.byId();
        // Others may have taken room between two parts.
        subscriptions.requireRoom(part.isFirst() ? part.ofFile() : blocks.keySet());
        List<Rejection> rejections = migrations
                .jobs()
                .hint(
                        new HintRequest(
                                job.id(), Optional.of(file.version()), wanted(part.blocks()), mode, neededBy, mark),
                        part.ofFile(),
                        now);
        List<Skip> skips = new ArrayList<>();
        for (Rejection rejected : rejections) {
            FileBlock block = blocks.remove(rejected.block());
            if (block != null) {
                skips.add(skip(file.path(), block, rejected.reason()));
            }
        }
        return new FileHint(states(blocks.keySet(), now), skips);
    }

    FileHint retain(JobStatus job, FilePart part, long now) {
        requireOpen(job);
        subscriptions.requireRoom(List.of());
        List<BlockId> held =
                migrations.jobs().retain(job.id(), part.file().version(), wanted(part.blocks()), part.ofFile(), now);
        return new FileHint(states(held, now), List.of());
    }

    private List<PendingMigration> wanted(List<FileBlock> blocks) {
        return blocks.stream()
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
