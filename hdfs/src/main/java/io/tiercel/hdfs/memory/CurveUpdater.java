package io.tiercel.hdfs.memory;

import io.tiercel.plan.dispatch.ApplicationDevices;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the curves that agents have measured to the devices of an application. Asks the coordinator every 30 seconds while stages run,
 * and more rarely if answers take long. Nobody waits for an answer. Thread-safe.
 */
public final class CurveUpdater {
    private static final Logger LOG = LoggerFactory.getLogger(CurveUpdater.class);
    private static final long PAUSE = Duration.ofSeconds(30).toNanos();

    /** The same while there are no curves. */
    private static final long FIRST_PAUSE = Duration.ofSeconds(5).toNanos();

    /** The pause is at least so many times as long as the answer took: that of a large cluster is large. */
    private static final long REST_FACTOR = 100;

    private final Supplier<CompletableFuture<Optional<DeviceCurves>>> coordinator;
    private final ApplicationDevices devices;
    private final LongSupplier nanoTime;
    private final AtomicLong next;
    private final AtomicBoolean hasRefused = new AtomicBoolean();

    /** @param nanoTime as {@link System#nanoTime} */
    public CurveUpdater(
            Supplier<CompletableFuture<Optional<DeviceCurves>>> coordinator,
            ApplicationDevices devices,
            LongSupplier nanoTime) {
        this.coordinator = coordinator;
        this.devices = devices;
        this.nanoTime = nanoTime;
        this.next = new AtomicLong(nanoTime.getAsLong());
    }

    /** Asks if it is time to; returns at once. */
    public void look() {
        long now = nanoTime.getAsLong();
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + PAUSE)) {
            coordinator.get().thenAccept(known -> {
                long took = nanoTime.getAsLong() - now;
                if (known.isEmpty() || known.get().byVolume().isEmpty()) {
                    next.compareAndSet(now + PAUSE, now + FIRST_PAUSE);
                }
                next.accumulateAndGet(now + REST_FACTOR * took, CurveUpdater::later);
                known.ifPresent(this::take);
            });
        }
    }

    private static long later(long one, long other) {
        return one - other >= 0 ? one : other;
    }

    private void take(DeviceCurves curves) {
        curves.refused().ifPresent(lie -> {
            if (hasRefused.compareAndSet(false, true)) {
                LOG.warn("Tiercel: no device can have the curve of {}; it is ignored, as are others like it", lie);
            }
        });
        if (devices.measured(curves.curves())) {
            LOG.info("Tiercel: plans of reads count on what agents have measured: {}", curves.text());
        }
    }
}
