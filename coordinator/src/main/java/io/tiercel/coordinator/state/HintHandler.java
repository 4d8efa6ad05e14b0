package io.tiercel.coordinator.state;

import io.tiercel.coordinator.state.RefusedCallException.Kind;
import io.tiercel.hdfs.resolve.FileBlock;
import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.ReplicaPlace;
import io.tiercel.hdfs.resolve.ResolvedFile;
import io.tiercel.hdfs.resolve.Skip;
import io.tiercel.hdfs.resolve.VersionedPath;
import io.tiercel.migrate.HintOutcome;
import io.tiercel.migrate.HintRequest;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.RejectReason;
import io.tiercel.migrate.ReleaseOutcome;
import io.tiercel.migrate.bind.PendingMigration;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.migrate.status.JobStatus;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.SkipReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Handles jobs' hints for files. */
final class HintHandler {
    private final Migrations migrations;
    private final ResidencySubscriptions subscriptions;
    private final StatusMessages messages;
    private final StateSettings settings;

    HintHandler(
            Migrations migrations,
            ResidencySubscriptions subscriptions,
            StatusMessages messages,
            StateSettings settings) {
        this.migrations = migrations;
        this.subscriptions = subscriptions;
        this.messages = messages;
        this.settings = settings;
    }

    /** The job of that name, which has to be the user's; empty if there is none. */
    Optional<JobStatus> job(String user, String name) {
        Optional<JobStatus> job = migrations.views().job(name);
        job.filter(known -> !known.user().equals(user)).ifPresent(known -> {
            throw new RefusedCallException(
                    Kind.NOT_YOURS, "job " + name + " is of user " + known.user() + ", not of " + user);
        });
        return job;
    }

    /** The user's job, with a new lease from now on. */
    JobStatus open(String user, String name, OptionalLong lease, long now) {
        job(user, name);
        return migrations.openHint(name, user, granted(lease.orElse(0)), now);
    }

    /** The lease, in nanoseconds, of a job that asks for {@code wanted}; 0 asks for the default. */
    long granted(long wanted) {
        return Math.max(1, Math.min(wanted == 0 ? settings.jobLease() : wanted, settings.jobLeaseMost()));
    }

    /** The job may have been released between two files of one hint. */
    private void requireOpen(JobStatus opened) {
        if (migrations
                .views()
                .job(opened.job())
                .filter(job -> job.number() == opened.number())
                .isEmpty()) {
            throw new RefusedCallException(Kind.UNKNOWN, "job " + opened.job() + " was released while it was hinting");
        }
    }

    /** Wants blocks of a file brought in. */
    FileHint hint(JobStatus job, ResolvedFile file, EvictionMode mode, long neededBy, HintMark mark, long now) {
        requireOpen(job);
        Map<BlockId, FileBlock> blocks = blocks(file);
        subscriptions.requireRoom(blocks.keySet());
        HintOutcome outcome = migrations.hint(
                new HintRequest(job.job(), Optional.of(version(file.version())), wanted(file), mode, neededBy, mark),
                now);
        List<Skip> skips = new ArrayList<>();
        for (HintOutcome.Rejected rejected : outcome.rejected()) {
            FileBlock block = blocks.remove(rejected.block());
            if (block != null) {
                skips.add(skip(file.path(), block, rejected.reason()));
            }
        }
        return new FileHint(states(blocks.keySet(), now), skips);
    }

    /** Takes hold of what is in memory, or on its way there. */
    FileHint retain(JobStatus job, ResolvedFile file, long now) {
        requireOpen(job);
        return new FileHint(
                states(migrations.retain(job.job(), version(file.version()), wanted(file), now), now), List.of());
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
        return migrations.device(place.node(), place.host(), place.storage(), place.storageType());
    }

    private List<BlockState> states(Iterable<BlockId> blocks, long now) {
        List<BlockState> states = new ArrayList<>();
        blocks.forEach(
                id -> migrations.views().status(id, now).ifPresent(status -> states.add(messages.block(status))));
        return states;
    }

    static SourceFile version(VersionedPath version) {
        return new SourceFile(version.path(), version.fileId(), version.length(), version.modified());
    }

    static VersionedPath version(SourceFile file) {
        return new VersionedPath(file.path(), file.fileId(), file.length(), file.modified());
    }

    private static Skip skip(String path, FileBlock block, RejectReason reason) {
        return switch (reason) {
            case NO_REPLICA -> Skip.block(path, block, SkipReason.NO_REPLICA, "no DataNode has a replica of it");
            case NO_AGENT -> {
                String hosts = block.replicas().stream().map(ReplicaPlace::host).collect(Collectors.joining(", "));
                yield Skip.block(path, block, SkipReason.NO_AGENT, reason.text() + ": " + hosts);
            }
            case LARGER_THAN_MEMORY -> Skip.block(path, block, SkipReason.NO_MEMORY, reason.text());
            case LENGTH_CHANGED -> Skip.block(path, block, SkipReason.BEING_WRITTEN, reason.text());
        };
    }

    /** Gives everything of the job back. */
    ReleaseOutcome release(JobStatus job, long now) {
        ReleaseOutcome released = migrations.release(job.job(), (path, offset, bytes) -> true, now);
        migrations.release(job.job(), now);
        return released;
    }

    /** Gives back what lies at, or below, one of the paths. */
    ReleaseOutcome release(JobStatus job, List<PathSelection> selections, long now) {
        return migrations.release(
                job.job(),
                (path, offset, bytes) ->
                        selections.stream().anyMatch(each -> isBelow(each.path(), path) && each.covers(offset, bytes)),
                now);
    }

    private static boolean isBelow(String root, String path) {
        return (path + "/").startsWith(root.endsWith("/") ? root : root + "/");
    }

    /** Tasks of the job have read blocks, or begun to; says how many references ended with that. */
    int read(JobStatus job, List<BlockId> begun, List<BlockId> read, HintMark mark, long now) {
        begun.forEach(block -> migrations.begun(job.job(), block, mark, now));
        read.forEach(block -> migrations.read(job.job(), block, mark, now));
        return job.claims()
                - migrations.views().job(job.job()).map(JobStatus::claims).orElse(0);
    }
}
