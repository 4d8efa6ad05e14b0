package io.tiercel.coordinator.view;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tiercel.coordinator.state.CoordinatorCounter;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.StatusReply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A coordinator's metrics. Read when somebody asks, from the same state as everything else. Thread-safe. */
public final class CoordinatorMetrics {
    public static final String PREFIX = "tiercel_coordinator_";

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final CoordinatorState state;
    private final OptionalLong epoch;

    /** For the callbacks of the scrape that runs, so that one look at the state serves all of them. Guarded by this. */
    private Look look = new Look(StatusReply.getDefaultInstance(), List.of(), 0, OptionalLong.empty());

    /**
     * The state at one time.
     *
     * @param alive the agents of {@code status} that report
     */
    record Look(StatusReply status, List<AgentState> alive, long blocks, OptionalLong epoch) {}

    /**
     * One value of a metric.
     *
     * @param name in Prometheus
     * @param labels values of labels by name
     */
    public record Sample(String name, boolean isCounter, String help, Map<String, String> labels, double value) {
        public Sample {
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }
    }

    /** @param epoch empty where there can be no other coordinator */
    public CoordinatorMetrics(CoordinatorState state, OptionalLong epoch) {
        this.state = state;
        this.epoch = epoch;
        for (CoordinatorGauge gauge : CoordinatorGauge.values()) {
            GaugeWithCallback.builder()
                    .name(PREFIX + gauge.metric())
                    .help(gauge.help())
                    .labelNames(gauge.labels().toArray(String[]::new))
                    .callback(to -> gauge.read(look, to))
                    .register(registry);
        }
        for (CoordinatorCounter counter : CoordinatorCounter.values()) {
            CounterWithCallback.builder()
                    .name(PREFIX + counter.metric())
                    .help(counter.help())
                    .callback(total -> total.call(state.counters().get(counter)))
                    .register(registry);
        }
    }

    synchronized MetricSnapshots scrape() {
        StatusReply status = state.status();
        List<AgentState> alive =
                status.getAgentsList().stream().filter(AgentState::getAlive).toList();
        look = new Look(status, alive, state.blocks(), epoch);
        return registry.scrape();
    }

    /** All values now, for monitoring other than Prometheus. */
    public List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        for (MetricSnapshot metric : scrape()) {
            String name = metric.getMetadata().getPrometheusName();
            String help = metric.getMetadata().getHelp();
            if (metric instanceof CounterSnapshot counter) {
                counter.getDataPoints()
                        .forEach(point -> samples.add(
                                new Sample(name + "_total", true, help, labels(point.getLabels()), point.getValue())));
            } else if (metric instanceof GaugeSnapshot gauge) {
                gauge.getDataPoints()
                        .forEach(point -> samples.add(
                                new Sample(name, false, help, labels(point.getLabels()), point.getValue())));
            }
        }
        return samples;
    }

    private static Map<String, String> labels(Labels labels) {
        Map<String, String> byName = new TreeMap<>();
        labels.forEach(label -> byName.put(label.getName(), label.getValue()));
        return byName;
    }
}
