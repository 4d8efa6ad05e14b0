package io.tiercel.coordinator.service;

import io.tiercel.coordinator.state.Views;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.StatusReply;
import org.jspecify.annotations.Nullable;

/** The state as the contract says it; the HTTP view shows the same. */
public final class StatusMessages {
    private StatusMessages() {}

    public static StatusReply of(Views.Status status) {
        StatusReply.Builder reply = StatusReply.newBuilder()
                .setStartedMillis(status.started())
                .setVersion(version())
                .setPendingMigrations(status.pendingMigrations())
                .setPendingBytes(status.pendingBytes());
        status.agents().forEach(agent -> reply.addAgents(agent(agent)));
        status.jobs().forEach(job -> reply.addJobs(job(job)));
        return reply.build();
    }

    private static AgentState agent(Views.Agent agent) {
        AgentState.Builder builder = AgentState.newBuilder()
                .setNode(agent.node())
                .setHost(agent.host())
                .setAlive(agent.alive())
                .setPins(agent.pins())
                .setSharesDevices(agent.sharesDevices())
                .setBudgetBytes(agent.budget())
                .setPinnedBytes(agent.pinned())
                .setLastSeenMillis(agent.lastSeen());
        for (Views.Device device : agent.devices()) {
            DeviceState.Builder state = builder.addDevicesBuilder()
                    .setStorage(device.storage())
                    .setStorageType(device.storageType())
                    .setBytesPerSecond(device.bytesPerSecond())
                    .setQueued(device.queued())
                    .setMigratedBlocks(device.migratedBlocks())
                    .setMigratedBytes(device.migratedBytes());
            device.fullBytesPerSecond().ifPresent(state::setFullBytesPerSecond);
        }
        return builder.build();
    }

    private static JobState job(Views.Job job) {
        return JobState.newBuilder()
                .setJob(job.name())
                .setUser(job.user())
                .setLeaseEndsMillis(job.leaseEnds())
                .setBlocks(Translation.counts(job.counts()))
                .build();
    }

    /** Of the jar that this class came in; empty outside one. */
    private static String version() {
        @Nullable String version = StatusMessages.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }
}
