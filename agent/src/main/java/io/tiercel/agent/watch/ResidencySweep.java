package io.tiercel.agent.watch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Looks at blocks without an event, within a time budget: at resident blocks once the kernel has taken memory back, at files
 * without events every other second, and at everything once a period, to find what was missed.
 */
public final class ResidencySweep {
    private static final long BLIND_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** Fewer bytes say nothing about blocks. */
    private static final long LEAST_RECLAIMED = 1 << 20;

    private static final long MOST_SAVED = TimeUnit.MILLISECONDS.toNanos(50);

    private final long period;
    private final LongSupplier reclaimed;
    private final LongSupplier nanos;
    private final TimeBudget budget;
    private final Deque<WatchedBlock> ahead = new ArrayDeque<>();
    private long fullAt;
    private long blindAt;
    private long reclaimedBefore;

    /**
     * @param share of a core
     * @param period between two sweeps over everything
     * @param reclaimed bytes that the kernel has taken back so far
     */
    public ResidencySweep(double share, Duration period, LongSupplier reclaimed, LongSupplier nanos) {
        this.period = period.toNanos();
        this.reclaimed = reclaimed;
        this.nanos = nanos;
        this.budget = new TimeBudget(share, MOST_SAVED, nanos.getAsLong());
        this.fullAt = nanos.getAsLong();
        this.blindAt = fullAt;
        this.reclaimedBefore = reclaimed.getAsLong();
    }

    /** Looks at as many blocks as the budget allows; the next call goes on with the others. */
    void run(Collection<WatchedBlock> all, Consumer<WatchedBlock> look) {
        if (ahead.isEmpty()) {
            begin(all);
        }
        long now = nanos.getAsLong();
        while (!ahead.isEmpty() && budget.isLeft(now)) {
            WatchedBlock next = ahead.remove();
            if (next.isWanted()) {
                look.accept(next);
            }
            long then = nanos.getAsLong();
            budget.spend(then - now);
            now = then;
        }
    }

    private void begin(Collection<WatchedBlock> all) {
        long now = nanos.getAsLong();
        long total = reclaimed.getAsLong();
        if (now - fullAt >= period) {
            fullAt = now;
            reclaimedBefore = total;
            add(all, watched -> true);
        } else if (total - reclaimedBefore >= LEAST_RECLAIMED) {
            reclaimedBefore = total;
            add(all, watched -> watched.seen > 0);
        } else if (now - blindAt >= BLIND_NANOS) {
            blindAt = now;
            add(all, watched -> watched.stored != null && watched.watch < 0);
        }
    }

    private void add(Collection<WatchedBlock> all, Predicate<WatchedBlock> which) {
        all.stream().filter(watched -> !watched.locked && which.test(watched)).forEach(ahead::add);
    }

    /** A share of the time that passes, for work that nobody waits for. Unused time is saved up to a limit. Nanoseconds. */
    private static final class TimeBudget {
        private final double share;
        private final double most;
        private double left;
        private long last;

        /** @param most time that can be saved */
        TimeBudget(double share, long most, long now) {
            this.share = share;
            this.most = most;
            this.left = most;
            this.last = now;
        }

        boolean isLeft(long now) {
            left = Math.min(most, left + share * (now - last));
            last = now;
            return left > 0;
        }

        /** Takes time off the budget, which may become negative. */
        void spend(long nanos) {
            left -= nanos;
        }
    }
}
