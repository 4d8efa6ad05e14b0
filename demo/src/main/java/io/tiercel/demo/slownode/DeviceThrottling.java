package io.tiercel.demo.slownode;

import io.tiercel.testkit.TieredCluster;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Slows a cluster's HDDs down as a pattern says, from now until it is closed; they are at full speed then. */
final class DeviceThrottling implements AutoCloseable {
    private static final String HDD = "DISK";

    private final InterferencePattern interference;
    private final TieredCluster cluster;
    private final long bandwidth;
    private final long[] current;
    private final long started;
    private final Thread thread;

    /** @param bandwidth of an HDD that is not slowed down, bytes/s */
    DeviceThrottling(InterferencePattern interference, TieredCluster cluster, long bandwidth) {
        this.interference = interference;
        this.cluster = cluster;
        this.bandwidth = bandwidth;
        this.current = new long[cluster.hosts().size()];
        Arrays.fill(current, bandwidth);
        apply(0);
        this.started = System.nanoTime();
        this.thread = new Thread(this::follow, "interference");
        thread.setDaemon(true);
        thread.start();
    }

    /** When the pattern began, as {@link System#nanoTime} says it. */
    long started() {
        return started;
    }

    private void follow() {
        try {
            for (double at = interference.nextChange(0);
                    at < Double.POSITIVE_INFINITY;
                    at = interference.nextChange(at)) {
                long due = started + Math.round(at * 1e9);
                TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
                apply(at);
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private void apply(double seconds) {
        for (int node = 0; node < cluster.hosts().size(); node++) {
            set(node, interference.slows(node, seconds) ? bandwidth / InterferencePattern.SLOWDOWN : bandwidth);
        }
    }

    /** Only what changes: a device that is set anew may run ahead for a moment. */
    private void set(int node, long bytesPerSecond) {
        if (current[node] != bytesPerSecond) {
            current[node] = bytesPerSecond;
            cluster.bandwidth(node, HDD, bytesPerSecond);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            // The cluster is about to end, and its devices with it.
            Thread.currentThread().interrupt();
        }
        for (int node = 0; node < cluster.hosts().size(); node++) {
            set(node, bandwidth);
        }
    }
}
