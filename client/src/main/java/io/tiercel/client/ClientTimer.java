package io.tiercel.client;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client's one thread for what is due later. */
final class ClientTimer implements AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    ClientTimer() {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "tiercel-client");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
    }

    /** Runs a task after a wait. Null, and nothing runs, if the client is closed. */
    @Nullable
    ScheduledFuture<?> later(long millis, Runnable task) {
        try {
            return executor.schedule(task, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
