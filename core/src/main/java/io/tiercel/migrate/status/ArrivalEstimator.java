package io.tiercel.migrate.status;

import io.tiercel.migrate.bind.FinishTimes;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.estimate.EstimatorSettings;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.model.BlockId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When blocks are expected in memory. */
final class ArrivalEstimator {
    private final long pollInterval;
    private final EstimatorSettings estimator;
    private final ReferenceLedger ledger;
    private final AgentRegistry agents;
    private final PendingQueue pending;
    private final StatusReporter status;

    ArrivalEstimator(
            long pollInterval,
            EstimatorSettings estimator,
            ReferenceLedger ledger,
            AgentRegistry agents,
            PendingQueue pending,
            StatusReporter status) {
        this.pollInterval = pollInterval;
        this.estimator = estimator;
        this.ledger = ledger;
        this.agents = agents;
        this.pending = pending;
        this.status = status;
    }

    List<Double> expectedIn(List<BlockId> blocks, long now) {
        double[] bySlot = new double[pending.slots()];
        Arrays.fill(bySlot, Double.POSITIVE_INFINITY);
        FinishTimes times = FinishTimes.of(agents, estimator, now);
        int[] replicas = pending.replicas().values();
        pending.forEach(slot -> {
            int device = times.target(
                    replicas, pending.from(slot), pending.to(slot), pending.charged(slot), pending.locked(slot));
            if (device >= 0) {
                bySlot[slot] = pollInterval + times.finish(device);
            }
        });
        return blocks.stream()
                .map(block -> expectedIn(ledger.block(block), bySlot, now))
                .toList();
    }

    private double expectedIn(@Nullable BlockEntry entry, double[] bySlot, long now) {
        DeviceEntry device = entry == null ? null : entry.device();
        if (entry == null) {
            return Double.POSITIVE_INFINITY;
        }
        return switch (entry.state()) {
            case PENDING -> bySlot[entry.slot()];
            case BOUND -> device == null ? Double.POSITIVE_INFINITY : status.arrival(entry, device, now);
            case PINNED -> 0;
            default -> Double.POSITIVE_INFINITY;
        };
    }
}
