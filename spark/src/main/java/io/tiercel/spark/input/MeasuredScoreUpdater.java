package io.tiercel.spark.input;

import io.tiercel.assign.MeasuredScores.Device;
import io.tiercel.config.Settings;
import io.tiercel.spark.TiercelKeys;
import io.tiercel.spark.memory.ClusterMemory;
import io.tiercel.spark.memory.CoordinatorConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adapts tier scores to the device speeds that agents have measured. Asks the coordinator when a stage is submitted, at most
 * every 10 seconds. Nobody waits for the answer; it counts for later stages. Thread-safe.
 */
public final class MeasuredScoreUpdater {
    private static final Logger LOG = LoggerFactory.getLogger(MeasuredScoreUpdater.class);

    /** Estimates change with each migration; scores need not. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

    private final Supplier<CompletableFuture<Optional<ClusterMemory>>> cluster;
    private final ScoreTable scores;
    private final LongSupplier nanoTime;
    private final AtomicLong next;

    /**
     * @param cluster asks the coordinator for the state of the cluster
     * @param nanoTime as {@link System#nanoTime}
     */
    MeasuredScoreUpdater(
            Supplier<CompletableFuture<Optional<ClusterMemory>>> cluster, ScoreTable scores, LongSupplier nanoTime) {
        this.cluster = cluster;
        this.scores = scores;
        this.nanoTime = nanoTime;
        this.next = new AtomicLong(nanoTime.getAsLong());
    }

    /** The updater that the settings ask for; empty if scores stay fixed. Without a coordinator they do, and the log says so. */
    public static Optional<MeasuredScoreUpdater> of(
            Settings settings, Optional<CoordinatorConnection> link, ScoreTable scores) {
        if (!settings.get(TiercelKeys.SCORES_FROM_AGENTS)) {
            return Optional.empty();
        }
        if (link.isEmpty()) {
            LOG.warn(
                    "Tiercel: {} needs a coordinator ({}); scores stay fixed",
                    TiercelKeys.SCORES_FROM_AGENTS,
                    TiercelKeys.COORDINATOR);
        }
        return link.map(
                memory -> new MeasuredScoreUpdater(() -> memory.prefetches().cluster(), scores, System::nanoTime));
    }

    /** Asks unless the last question was within 10 seconds; returns at once. */
    public void look() {
        long now = nanoTime.getAsLong();
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + PAUSE_NANOS)) {
            cluster.get().thenAccept(known -> known.ifPresent(this::follow));
        }
    }

    private void follow(ClusterMemory known) {
        List<Device> devices = known.nodes().stream()
                .flatMap(node -> node.devices().stream())
                .map(device -> new Device(device.tier(), device.bytesPerSecond()))
                .toList();
        String changes = scores.measured(devices);
        if (!changes.isEmpty()) {
            LOG.info(
                    "Tiercel: agents have measured new device speeds; tier scores for stages from now on: {}", changes);
        }
    }
}
