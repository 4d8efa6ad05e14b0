package io.tiercel.spark;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs actions one after another on one daemon thread. An action that fails costs one line in the log and stops no other. Callers
 * never wait, except in {@link #close}. Thread-safe.
 */
public final class SerialExecutor {
    private final String consequence;
    private final FaultLog faults;
    private final ScheduledThreadPoolExecutor thread;

    /**
     * @param name of the thread
     * @param consequence of a failed action, for the log
     */
    public SerialExecutor(String name, String consequence, FaultLog faults) {
        this.consequence = consequence;
        this.faults = faults;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Runs {@code action} after those before it; drops it after {@link #close}. */
    public void execute(Runnable action) {
        schedule(action, Duration.ZERO);
    }

    /** Runs {@code action} once {@code delay} has passed; drops it after {@link #close}. */
    public void schedule(Runnable action, Duration delay) {
        try {
            thread.schedule(() -> guard(action), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // Closed.
        }
    }

    /** Runs {@code action} now, on the calling thread; logs its failure. */
    public void guard(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            faults.report(consequence, e);
        }
    }

    /**
     * Runs {@code last} after all actions that are due, waits for it at most {@code budget}, and ends the thread. Drops delayed
     * actions.
     *
     * @return whether {@code last} ended in time
     */
    public boolean close(Runnable last, Duration budget) {
        try {
            thread.submit(() -> guard(last)).get(budget.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            return false;
        } finally {
            thread.shutdownNow();
        }
    }
}
