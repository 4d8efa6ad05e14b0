package io.tiercel.coordinator.view;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.Views;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** What Prometheus may ask for. Read when it asks, from the same state as everything else. */
final class PrometheusMetrics {
    private static final String PREFIX = "tiercel_coordinator_";

    private final PrometheusRegistry registry;
    private final CoordinatorState state;

    private PrometheusMetrics(PrometheusRegistry registry, CoordinatorState state) {
        this.registry = registry;
        this.state = state;
    }

    static void register(PrometheusRegistry registry, CoordinatorState state) {
        PrometheusMetrics metrics = new PrometheusMetrics(registry, state);
        metrics.gauge("agents", "Agents that report.", status -> status.agents().stream()
                .filter(Views.Agent::alive)
                .count());
        metrics.gauge("jobs", "Jobs with a lease.", status -> status.jobs().size());
        metrics.gauge("blocks", "Blocks that are hinted, in memory or watched.", Views.Status::blocks);
        metrics.gauge("pending_migrations", "Migrations not bound to a node yet.", Views.Status::pendingMigrations);
        metrics.gauge("pending_bytes", "Bytes of migrations not bound to a node yet.", Views.Status::pendingBytes);
        metrics.perAgent("budget_bytes", "What may be migrated to an agent.", Views.Agent::budget);
        metrics.perAgent("pinned_bytes", "What has been migrated to an agent and is there.", Views.Agent::pinned);
        metrics.perDevice();
        metrics.counter("migrated_blocks", "Blocks that agents brought in.", CoordinatorCounters::migrated);
        metrics.counter("migrated_bytes", "Bytes that agents brought in.", CoordinatorCounters::migratedBytes);
        metrics.counter("failed_migrations", "Migrations that agents could not do.", CoordinatorCounters::failed);
        metrics.counter("misfit_reports", "Reports of agents that fitted nothing.", CoordinatorCounters::nonsense);
        metrics.counter(
                "outdated_files",
                "Files whose blocks were dropped for a newer version.",
                CoordinatorCounters::outdated);
        metrics.counter("expired_jobs", "Jobs given up after their lease.", CoordinatorCounters::expiredJobs);
        metrics.counter("lost_agents", "Agents given up after their lease.", CoordinatorCounters::lostAgents);
    }

    private void gauge(String name, String help, ToDoubleFunction<Views.Status> value) {
        GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .callback(gauge -> gauge.call(value.applyAsDouble(state.status())))
                .register(registry);
    }

    private void perAgent(String name, String help, ToLongFunction<Views.Agent> value) {
        GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .labelNames("host", "node")
                .callback(gauge -> state.status().agents().stream()
                        .filter(Views.Agent::alive)
                        .forEach(agent -> gauge.call(value.applyAsLong(agent), agent.host(), agent.node())))
                .register(registry);
    }

    private void perDevice() {
        GaugeWithCallback.builder()
                .name(PREFIX + "device_bytes_per_second")
                .help("The estimate by which migrations are bound.")
                .labelNames("host", "storage", "storage_type")
                .callback(gauge -> state.status().agents().stream()
                        .filter(Views.Agent::alive)
                        .forEach(agent -> agent.devices()
                                .forEach(device -> gauge.call(
                                        device.bytesPerSecond(),
                                        agent.host(),
                                        device.storage(),
                                        device.storageType()))))
                .register(registry);
    }

    private void counter(String name, String help, ToLongFunction<CoordinatorCounters> value) {
        CounterWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .callback(counter -> counter.call(value.applyAsLong(state.totals())))
                .register(registry);
    }
}
