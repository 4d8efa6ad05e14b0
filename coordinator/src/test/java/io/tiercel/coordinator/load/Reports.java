package io.tiercel.coordinator.load;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How agents' reports were answered since the last look. Thread-safe. */
final class Reports {
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private long[] nanos = new long[1 << 16];
    private int count;
    private int leftOut;
    private long bytes;

    /**
     * What was noted.
     *
     * @param count answers
     * @param leftOut reports not sent, because the one before had no answer yet
     * @param bytes of the messages, both ways
     * @param medianMillis from report to answer
     */
    record Summary(int count, int leftOut, long bytes, double medianMillis, double p99Millis, double mostMillis) {}

    synchronized void answered(long took, int messageBytes) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = took;
        bytes += messageBytes;
    }

    synchronized void leftOut() {
        leftOut++;
    }

    void failed(Throwable why) {
        failure.compareAndSet(null, why);
    }

    /** @throws IllegalStateException if a report had another end than an answer */
    synchronized Summary take() {
        Throwable why = failure.get();
        if (why != null) {
            throw new IllegalStateException("a report failed", why);
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        Summary summary = new Summary(count, leftOut, bytes, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
        count = 0;
        leftOut = 0;
        bytes = 0;
        return summary;
    }

    private static double at(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) (share * (sorted.length - 1))] / 1e6;
    }
}
