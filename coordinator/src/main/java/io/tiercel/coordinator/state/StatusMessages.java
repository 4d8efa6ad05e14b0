package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.Resolution.FileBlock;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.migrate.ledger.PhaseCounts;
import io.tiercel.migrate.status.AgentStatus;
import io.tiercel.migrate.status.BlockStatus;
import io.tiercel.migrate.status.JobLook;
import io.tiercel.migrate.status.JobLook.JobShare;
import io.tiercel.migrate.status.MigrationViews.BlockPlace;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.FileTiers;
import io.tiercel.protocol.HostProgress;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.StatusReply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The state as the contract says it; the HTTP view shows the same. */
final class StatusMessages {
    /** That one message about a job's progress names. */
    static final int MOST_FAILURES = 1_000;

    private final Migrations migrations;
    private final AgentSessions sessions;
    private final ResidencySubscriptions subscriptions;
    private final Clock clock;
    private final long startedMillis;

    StatusMessages(Migrations migrations, AgentSessions sessions, ResidencySubscriptions subscriptions, Clock clock) {
        this.migrations = migrations;
        this.sessions = sessions;
        this.subscriptions = subscriptions;
        this.clock = clock;
        this.startedMillis = clock.millis();
    }

    /** Without agents and jobs. */
    StatusReply.Builder status() {
        return StatusReply.newBuilder()
                .setStartedMillis(startedMillis)
                .setVersion(version())
                .setPendingMigrations(migrations.views().pending())
                .setPendingBytes(migrations.views().pendingBytes());
    }

    AgentState agent(AgentSession agent, long now) {
        return agent(agent, migrations.views().agent(agent.node, now).orElse(null));
    }

    /** Empty if the job has ended. */
    Optional<JobState> job(JobId id) {
        return migrations.views().job(id).map(job -> JobState.newBuilder()
                .setJob(id.name())
                .setUser(id.user())
                .setLeaseEndsMillis(clock.millisAt(job.leaseEnds()))
                .setBlocks(Translation.counts(job.blocks()))
                .build());
    }

    private static AgentState agent(AgentSession agent, @Nullable AgentStatus status) {
        RegisterRequest introduction = agent.introduction();
        AgentState.Builder builder = AgentState.newBuilder()
                .setNode(agent.node)
                .setHost(agent.host())
                .setVersion(introduction.getVersion())
                .setAlive(status != null)
                .setPins(agent.pins())
                .setSharesDevices(introduction.getSharesDevices())
                .setBudgetBytes(introduction.getBudgetBytes())
                .setLastSeenMillis(agent.lastSeenMillis());
        if (introduction.hasConfiguredBudgetBytes()) {
            builder.setConfiguredBudgetBytes(introduction.getConfiguredBudgetBytes());
        }
        if (introduction.hasLockableBytes()) {
            builder.setLockableBytes(introduction.getLockableBytes());
        }
        if (status == null) {
            return builder.build();
        }
        for (AgentStatus.DeviceStatus device : status.devices()) {
            DeviceState.Builder state = builder.addDevicesBuilder()
                    .setStorage(device.storage())
                    .setStorageType(device.storageType())
                    .setBytesPerSecond(device.bytesPerSecond())
                    .setQueued(device.queued())
                    .setMigratedBlocks(device.migratedBlocks())
                    .setMigratedBytes(device.migratedBytes());
            device.fullBytesPerSecond().ifPresent(state::setFullBytesPerSecond);
            device.curve().map(Translation::curve).ifPresent(state::setCurve);
        }
        return builder.setPinnedBytes(status.pinned()).build();
    }

    /** A look at the job that a caller follows; empty if it has ended, or if nothing can have changed since the last one. */
    Optional<JobLook> look(ProgressFeed feed) {
        return migrations
                .views()
                .job(feed.job())
                .filter(feed::follows)
                .filter(feed::mayBeNews)
                .flatMap(job -> migrations.views().look(job.id(), !feed.hasChanged(job)));
    }

    /** Changes of a job since the caller's last message; empty if there are none. */
    Optional<ProgressFeed.Progress> progress(ProgressFeed feed, JobLook look) {
        long waiting = look.waitingForRoom();
        if (!feed.isNews(look.job(), waiting)) {
            return Optional.empty();
        }
        PhaseCounts counts = look.job().blocks();
        ProgressReply.Builder reply =
                ProgressReply.newBuilder().setBlocks(Translation.counts(counts)).setWaitingForRoom(waiting);
        Map<String, JobShare> byHost = new TreeMap<>();
        look.shares().forEach((node, share) -> byHost.merge(host(node), share, JobShare::plus));
        byHost.forEach((host, share) -> reply.addHosts(HostProgress.newBuilder()
                .setHost(host)
                .setResidentBytes(share.residentBytes())
                .setBoundBytes(share.boundBytes())));
        List<BlockStatus> failed = look.failed();
        Set<BlockId> news = feed.tell(failed.stream().map(BlockStatus::block).collect(Collectors.toSet()));
        failed.stream()
                .filter(block -> news.contains(block.block()))
                .limit(MOST_FAILURES)
                .forEach(block -> reply.addFailures(block(block)));
        return Optional.of(
                new ProgressFeed.Progress(reply.build(), counts.pending() + counts.bound() == 0 || waiting > 0));
    }

    io.tiercel.protocol.BlockState block(BlockStatus block) {
        boolean here = block.state() == BlockState.BOUND || block.state() == BlockState.PINNED;
        return Translation.block(
                block, here ? block.device().map(at -> host(at.agent())).orElse("") : "");
    }

    private String host(String node) {
        AgentSession agent = sessions.find(node);
        return agent == null ? node : agent.host();
    }

    /** The bytes of a file in memory and on their way. */
    void memory(ResolvedFile file, FileTiers.Builder tiers) {
        long pinned = 0;
        long cached = 0;
        long arriving = 0;
        for (FileBlock block : file.blocks()) {
            Optional<BlockPlace> place = migrations.views().place(block.id());
            BlockState state = place.map(BlockPlace::state).orElse(BlockState.IDLE);
            if (state == BlockState.BOUND) {
                arriving += block.length();
            } else if (state == BlockState.PINNED && isLocked(place.get())) {
                pinned += block.length();
            } else if (state == BlockState.PINNED) {
                cached += block.length();
            }
            cached += subscriptions.cachedElsewhere(block.id());
        }
        tiers.setPinnedBytes(pinned).setCachedBytes(cached).setArrivingBytes(arriving);
    }

    private boolean isLocked(BlockPlace place) {
        return place.device()
                .map(device -> sessions.find(device.agent()))
                .filter(AgentSession::pins)
                .isPresent();
    }

    /** The version of this class' jar; empty outside one. */
    private static String version() {
        @Nullable String version = StatusMessages.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }
}
