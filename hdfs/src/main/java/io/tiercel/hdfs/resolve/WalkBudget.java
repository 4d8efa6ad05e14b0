package io.tiercel.hdfs.resolve;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Counts what one walk takes against its limits. For one thread, if not said otherwise. */
final class WalkBudget {
    /** Thrown inside a walk, which says where it was. */
    static final class SpentException extends IOException {
        private static final long serialVersionUID = 1L;

        SpentException(String limit) {
            super(limit);
        }
    }

    /** A call to the NameNode. */
    interface Question<T extends @Nullable Object> {
        T ask() throws IOException;
    }

    private final WalkLimits limits;
    private final CallPace pace;
    private final LongSupplier ticker;
    private final long start;
    private final BooleanSupplier abandoned;
    private int blocks;
    private int calls;

    /**
     * @param ticker nanoseconds
     * @param abandoned whether nobody waits for the walk any more
     */
    WalkBudget(WalkLimits limits, CallPace pace, LongSupplier ticker, BooleanSupplier abandoned) {
        this.limits = limits;
        this.pace = pace;
        this.ticker = ticker;
        this.start = ticker.getAsLong();
        this.abandoned = abandoned;
    }

    /**
     * One more call to the NameNode is about to be made. Waits until the pace allows it.
     *
     * @throws CancellationException if nobody waits for the walk any more
     */
    void call() throws SpentException, InterruptedIOException {
        if (abandoned.getAsBoolean()) {
            throw new CancellationException("the caller has gone");
        }
        if (ticker.getAsLong() - start >= limits.time().toNanos()) {
            throw new SpentException("looking these files up takes longer than "
                    + limits.time().toMillis() + " ms; name less at a time, or raise tiercel.coordinator.hint.time");
        }
        if (calls == limits.calls()) {
            throw new SpentException("looking these files up takes more than " + limits.calls()
                    + " calls to the NameNode; name less at a time, or raise tiercel.coordinator.hint.calls");
        }
        calls++;
        await(pace.reserve());
    }

    /** Makes a call that {@link #call} has allowed. On any thread. The longer its answer takes, the later comes the next call. */
    <T extends @Nullable Object> T make(Question<T> question) throws IOException {
        long start = ticker.getAsLong();
        try {
            return question.ask();
        } finally {
            pace.answered(ticker.getAsLong() - start);
        }
    }

    private static void await(long nanos) throws InterruptedIOException {
        if (nanos == 0) {
            return;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the coordinator is closing");
        }
    }

    /** So many blocks were found; none of them count if they are too many. */
    void blocks(int more) throws SpentException {
        if (more > limits.blocks() - blocks) {
            throw new SpentException("names more than " + limits.blocks()
                    + " blocks; name less at a time, or raise tiercel.coordinator.hint.blocks");
        }
        blocks += more;
    }
}
