package io.tiercel.coordinator.view;

import io.prometheus.metrics.core.metrics.GaugeWithCallback.Callback;
import io.tiercel.coordinator.view.CoordinatorMetrics.Look;
import java.util.List;
import java.util.function.BiConsumer;

/** What a coordinator shows of its state now, by the metrics' names, which never change. */
public enum CoordinatorGauge {
    AGENTS(
            "agents",
            "agents",
            "Agents that report.",
            (look, to) -> to.call(look.alive().size())),
    AGENTS_SILENT(
            "agents_silent",
            "agents",
            "Agents that have stopped to report. Each counts for a day.",
            (look, to) -> to.call(look.status().getAgentsCount() - look.alive().size())),
    AGENTS_WITHOUT_LOCK(
            "agents_without_lock",
            "agents",
            "Agents that report and may not lock memory. Blocks only come into the page cache there.",
            (look, to) -> to.call(
                    look.alive().stream().filter(agent -> !agent.getPins()).count())),
    JOBS(
            "jobs",
            "jobs",
            "Jobs with a lease.",
            (look, to) -> to.call(look.status().getJobsCount())),
    BLOCKS("blocks", "blocks", "Blocks that are hinted, in memory or watched.", (look, to) -> to.call(look.blocks())),
    PENDING_MIGRATIONS(
            "pending_migrations",
            "blocks",
            "Migrations not bound to a node yet.",
            (look, to) -> to.call(look.status().getPendingMigrations())),
    PENDING_BYTES(
            "pending_bytes",
            "bytes",
            "Bytes of migrations not bound to a node yet.",
            (look, to) -> to.call(look.status().getPendingBytes())),
    BUDGET_BYTES(
            "budget_bytes",
            "bytes",
            "Most that may be migrated to an agent.",
            (look, to) ->
                    look.alive().forEach(agent -> to.call(agent.getBudgetBytes(), agent.getHost(), agent.getNode())),
            "host",
            "node"),
    PINNED_BYTES(
            "pinned_bytes",
            "bytes",
            "Bytes that were migrated to an agent and are there.",
            (look, to) ->
                    look.alive().forEach(agent -> to.call(agent.getPinnedBytes(), agent.getHost(), agent.getNode())),
            "host",
            "node"),
    DEVICE_BYTES_PER_SECOND(
            "device_bytes_per_second",
            "bytes a second",
            "The estimate by which migrations are bound.",
            (look, to) -> look.alive().forEach(agent -> agent.getDevicesList()
                    .forEach(device -> to.call(
                            device.getBytesPerSecond(),
                            agent.getHost(),
                            device.getStorage(),
                            device.getStorageType()))),
            "host",
            "storage",
            "storage_type"),
    DEVICE_QUEUED_MIGRATIONS(
            "device_queued_migrations",
            "blocks",
            "Migrations bound to a device that have not ended.",
            (look, to) -> look.alive().forEach(agent -> agent.getDevicesList()
                    .forEach(device -> to.call(
                            device.getQueued(), agent.getHost(), device.getStorage(), device.getStorageType()))),
            "host",
            "storage",
            "storage_type"),
    START_TIME_SECONDS(
            "start_time_seconds",
            "seconds since 1970",
            "When this coordinator started.",
            (look, to) -> to.call(look.status().getStartedMillis() / 1e3)),
    EPOCH(
            "epoch",
            "number",
            "The epoch of the NameNode's active period. Each failover gives a higher one. Missing outside of a NameNode.",
            (look, to) -> look.epoch().ifPresent(epoch -> to.call(epoch)));

    private final String metric;
    private final String unit;
    private final String help;
    private final BiConsumer<Look, Callback> values;
    private final List<String> labels;

    /** @param values passes one value on for each combination of labels */
    CoordinatorGauge(String metric, String unit, String help, BiConsumer<Look, Callback> values, String... labels) {
        this.metric = metric;
        this.unit = unit;
        this.help = help;
        this.values = values;
        this.labels = List.of(labels);
    }

    /** Without prefix. */
    public String metric() {
        return metric;
    }

    public String unit() {
        return unit;
    }

    public String help() {
        return help;
    }

    public List<String> labels() {
        return labels;
    }

    void read(Look look, Callback to) {
        values.accept(look, to);
    }
}
