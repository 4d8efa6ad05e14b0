package io.tiercel.demo.contention;

import io.tiercel.testkit.DeviceCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Looks at the devices' counters again and again while a job runs. */
final class DeviceSampler implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 250;

    private final Supplier<DeviceCounters> counters;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "device-sampler");
        made.setDaemon(true);
        return made;
    });
    private final List<Sample> samples = new ArrayList<>();
    private long started = System.nanoTime();

    /** @param seconds since the start @param bytes that all SSDs, or all HDDs, have read since then */
    record Sample(double seconds, long ssdBytes, long hddBytes) {}

    /** @param counters of all devices; a failure means that there is no sample */
    DeviceSampler(Supplier<DeviceCounters> counters) {
        this.counters = counters;
        thread.scheduleWithFixedDelay(this::sample, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Forgets all samples, and begins anew. */
    synchronized void begin() {
        started = System.nanoTime();
        samples.clear();
    }

    /** The samples since {@link #begin}. */
    synchronized List<Sample> samples() {
        return List.copyOf(samples);
    }

    private void sample() {
        DeviceCounters now;
        try {
            now = counters.get();
        } catch (RuntimeException e) {
            return; // The cluster stops.
        }
        synchronized (this) {
            samples.add(new Sample(
                    (System.nanoTime() - started) / 1e9,
                    now.of("SSD").deviceBytes(),
                    now.of("DISK").deviceBytes()));
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
