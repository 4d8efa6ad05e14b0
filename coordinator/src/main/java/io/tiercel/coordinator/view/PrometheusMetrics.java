package io.tiercel.coordinator.view;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.protocol.AgentState;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The coordinator's metrics for Prometheus. Read when it asks, from the same state as everything else. */
record PrometheusMetrics(PrometheusRegistry registry, CoordinatorState state) {
    private static final String PREFIX = "tiercel_coordinator_";

    void register() {
        gauge("agents", "Agents that report.", gauge -> gauge.call(alive().count()));
        gauge("jobs", "Jobs with a lease.", gauge -> gauge.call(state.status().getJobsCount()));
        gauge("blocks", "Blocks that are hinted, in memory or watched.", gauge -> gauge.call(state.blocks()));
        gauge(
                "pending_migrations",
                "Migrations not bound to a node yet.",
                gauge -> gauge.call(state.status().getPendingMigrations()));
        gauge(
                "pending_bytes",
                "Bytes of migrations not bound to a node yet.",
                gauge -> gauge.call(state.status().getPendingBytes()));
        gauge(
                "budget_bytes",
                "What may be migrated to an agent.",
                gauge -> alive().forEach(agent -> gauge.call(agent.getBudgetBytes(), agent.getHost(), agent.getNode())),
                "host",
                "node");
        gauge(
                "pinned_bytes",
                "What has been migrated to an agent and is there.",
                gauge -> alive().forEach(agent -> gauge.call(agent.getPinnedBytes(), agent.getHost(), agent.getNode())),
                "host",
                "node");
        gauge(
                "device_bytes_per_second",
                "The estimate by which migrations are bound.",
                gauge -> alive().forEach(agent -> agent.getDevicesList()
                        .forEach(device -> gauge.call(
                                device.getBytesPerSecond(),
                                agent.getHost(),
                                device.getStorage(),
                                device.getStorageType()))),
                "host",
                "storage",
                "storage_type");
        for (CoordinatorCounter counter : CoordinatorCounter.values()) {
            CounterWithCallback.builder()
                    .name(PREFIX + counter.metric())
                    .help(counter.help())
                    .callback(total -> total.call(state.counters().get(counter)))
                    .register(registry);
        }
    }

    private Stream<AgentState> alive() {
        return state.status().getAgentsList().stream().filter(AgentState::getAlive);
    }

    private void gauge(String name, String help, Consumer<GaugeWithCallback.Callback> value, String... labels) {
        GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .labelNames(labels)
                .callback(value)
                .register(registry);
    }
}
