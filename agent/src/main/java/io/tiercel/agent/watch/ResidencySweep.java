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
 * Looks that no event asks for, as far as their allowance goes: at what is in memory, once the kernel has taken memory back; at
 * files without events, every other second; and now and then at everything, so that whatever was missed is found.
 */
public final class ResidencySweep {
    private static final long BLIND_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** Less says nothing about blocks. */
    private static final long LEAST_RECLAIMED = 1 << 20;

    private static final long MOST_SAVED = TimeUnit.MILLISECONDS.toNanos(50);

    private final long period;
    private final LongSupplier reclaimed;
    private final LongSupplier nanos;
    private final TimeBudget allowance;
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
        this.allowance = new TimeBudget(share, MOST_SAVED, nanos.getAsLong());
        this.fullAt = nanos.getAsLong();
        this.blindAt = fullAt;
        this.reclaimedBefore = reclaimed.getAsLong();
    }

    /** Looks at some, and goes on with the others the next time. */
    void run(Collection<WatchedBlock> all, Consumer<WatchedBlock> look) {
        if (ahead.isEmpty()) {
            begin(all);
        }
        long now = nanos.getAsLong();
        while (!ahead.isEmpty() && allowance.some(now)) {
            WatchedBlock next = ahead.remove();
            if (next.wanted()) {
                look.accept(next);
            }
            long then = nanos.getAsLong();
            allowance.spend(then - now);
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
        for (WatchedBlock watched : all) {
            if (!watched.locked && which.test(watched)) {
                ahead.add(watched);
            }
        }
    }
}
