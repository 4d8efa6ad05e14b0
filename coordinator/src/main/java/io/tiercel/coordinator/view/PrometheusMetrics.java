package io.tiercel.coordinator.view;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.protocol.AgentState;
import java.util.function.DoubleSupplier;
import java.util.function.ToLongFunction;

/** The coordinator's metrics for Prometheus. Read when it asks, from the same state as everything else. */
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
        metrics.gauge("agents", "Agents that report.", () -> state.status().getAgentsList().stream()
                .filter(AgentState::getAlive)
                .count());
        metrics.gauge("jobs", "Jobs with a lease.", () -> state.status().getJobsCount());
        metrics.gauge("blocks", "Blocks that are hinted, in memory or watched.", state::blocks);
        metrics.gauge("pending_migrations", "Migrations not bound to a node yet.", () -> state.status()
                .getPendingMigrations());
        metrics.gauge("pending_bytes", "Bytes of migrations not bound to a node yet.", () -> state.status()
                .getPendingBytes());
        metrics.perAgent("budget_bytes", "What may be migrated to an agent.", AgentState::getBudgetBytes);
        metrics.perAgent(
                "pinned_bytes", "What has been migrated to an agent and is there.", AgentState::getPinnedBytes);
        metrics.perDevice();
        for (CoordinatorCounter counter : CoordinatorCounter.values()) {
            CounterWithCallback.builder()
                    .name(PREFIX + counter.metric())
                    .help(counter.help())
                    .callback(total -> total.call(state.counters().get(counter)))
                    .register(registry);
        }
    }

    private void gauge(String name, String help, DoubleSupplier value) {
        GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .callback(gauge -> gauge.call(value.getAsDouble()))
                .register(registry);
    }

    private void perAgent(String name, String help, ToLongFunction<AgentState> value) {
        GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .labelNames("host", "node")
                .callback(gauge -> state.status().getAgentsList().stream()
                        .filter(AgentState::getAlive)
                        .forEach(agent -> gauge.call(value.applyAsLong(agent), agent.getHost(), agent.getNode())))
                .register(registry);
    }

    private void perDevice() {
        GaugeWithCallback.builder()
                .name(PREFIX + "device_bytes_per_second")
                .help("The estimate by which migrations are bound.")
                .labelNames("host", "storage", "storage_type")
                .callback(gauge -> state.status().getAgentsList().stream()
                        .filter(AgentState::getAlive)
                        .forEach(agent -> agent.getDevicesList()
                                .forEach(device -> gauge.call(
                                        device.getBytesPerSecond(),
                                        agent.getHost(),
                                        device.getStorage(),
                                        device.getStorageType()))))
                .register(registry);
    }
}
