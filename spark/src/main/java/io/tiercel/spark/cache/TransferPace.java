package io.tiercel.spark.cache;

import io.tiercel.transfer.IsolationQuanta;
import java.util.concurrent.TimeUnit;

/** Holds a transfer's requests back: to its rate, and to the time slices in which transfers may read. Used by one thread. */
final class TransferPace {
    /** The clocks of a node. Tests pass their own. */
    interface Time {
        /** Seconds since the epoch. All nodes show about the same. */
        double epochSeconds();

        /** Seconds of a clock that nobody sets. */
        double seconds();

        void sleep(double seconds) throws InterruptedException;
    }

    /** Longest sleep until the clock is looked at again: somebody may set it. */
    private static final double LONGEST_SLEEP = 1;

    private final IsolationQuanta quanta;
    private final long rate;
    private final Time time;
    private double startedAt;
    private double lastSeconds;

    /** @param rate most bytes per second; 0 for as fast as it goes */
    TransferPace(IsolationQuanta quanta, long rate, Time time) {
        this.quanta = quanta;
        this.rate = rate;
        this.time = time;
        this.startedAt = time.seconds();
    }

    /** Returns when the next request may be sent. It is expected to take as long as the one before. */
    void awaitSlice() throws InterruptedException {
        for (double now = time.epochSeconds(); !quanta.mayStart(now, lastSeconds); now = time.epochSeconds()) {
            time.sleep(Math.min(LONGEST_SLEEP, quanta.untilNextSlice(now)));
        }
        startedAt = time.seconds();
    }

    /** Bytes have come since the last call: returns when they have taken their time. Time without requests is not made up for. */
    void brought(long bytes) throws InterruptedException {
        lastSeconds = time.seconds() - startedAt;
        double due = rate > 0 ? bytes / (double) rate - lastSeconds : 0;
        if (due > 0) {
            time.sleep(due);
        }
        startedAt = time.seconds();
    }

    /** This machine's. */
    static final class SystemTime implements Time {
        @Override
        public double epochSeconds() {
            return System.currentTimeMillis() / 1e3;
        }

        @Override
        public double seconds() {
            return System.nanoTime() / 1e9;
        }

        @Override
        public void sleep(double seconds) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep((long) Math.ceil(seconds * 1e9));
        }
    }
}
