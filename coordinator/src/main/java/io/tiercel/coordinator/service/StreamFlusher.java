package io.tiercel.coordinator.service;

import io.tiercel.coordinator.state.ErrorGuard;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends what streams have not been told yet. One thread serves all of them, in rounds, so that changes of one moment go together.
 * Passes over a stream whose receiver is slow, until that is ready; keeps nothing for it but what the state keeps anyway.
 */
public final class StreamFlusher implements AutoCloseable {
    /** A stream to feed. Called by the flusher's thread alone. */
    interface Outlet {
        void pump();

        /** It is not called again: something is wrong with it, or its call has ended. Tells the receiver why. */
        default void failed(RuntimeException e) {}
    }

    private final ErrorGuard guard;

    private final ScheduledExecutorService executor;
    private final Set<Outlet> outlets = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean soon = new AtomicBoolean();

    /**
     * @param executor of one thread; not closed here
     * @param intervalMillis between two rounds
     */
    public StreamFlusher(ErrorGuard guard, ScheduledExecutorService executor, long intervalMillis) {
        this.guard = guard;
        this.executor = executor;
        executor.scheduleWithFixedDelay(this::round, intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
    }

    void add(Outlet outlet) {
        outlets.add(outlet);
        wake();
    }

    void remove(Outlet outlet) {
        outlets.remove(outlet);
    }

    /** Runs something once, on the thread that sends. */
    void once(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // Closing.
        }
    }

    /** A round as soon as may be: somebody waits for a first answer, or is ready again. */
    void wake() {
        if (soon.compareAndSet(false, true)) {
            once(this::round);
        }
    }

    private void round() {
        soon.set(false);
        for (Outlet outlet : outlets) {
            guard.run("sending to a stream", () -> flush(outlet));
        }
    }

    private void flush(Outlet outlet) {
        try {
            outlet.pump();
        } catch (RuntimeException e) {
            // Its call has ended meanwhile, or something is wrong with this one alone.
            outlets.remove(outlet);
            outlet.failed(e);
        }
    }

    @Override
    public void close() {
        outlets.clear();
    }
}
