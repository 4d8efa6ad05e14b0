package io.tiercel.coordinator.service;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls that take long, only a few of each user at a time, so that nobody's calls take all threads. The others of a user wait for
 * their turn, in the order in which they came. Thread-safe.
 */
public final class FairCalls {
    private final Executor threads;
    private final int mostRunning;
    private final int mostWaiting;

    /** By user: how many run, and those that wait. A user is here while any of them is. */
    private final Map<String, UserCalls> users = new HashMap<>();

    private int waiting;

    private static final class UserCalls {
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private int running;
    }

    /**
     * @param mostRunning of one user
     * @param mostWaiting of all users together
     */
    public FairCalls(Executor threads, int mostRunning, int mostWaiting) {
        this.threads = threads;
        this.mostRunning = mostRunning;
        this.mostWaiting = mostWaiting;
    }

    /** Whose tasks are refused with a {@link RejectedExecutionException} if too many wait. */
    Executor of(String user) {
        return task -> execute(user, task);
    }

    private void execute(String user, Runnable task) {
        synchronized (this) {
            UserCalls calls = users.computeIfAbsent(user, none -> new UserCalls());
            if (calls.running == mostRunning) {
                if (waiting == mostWaiting) {
                    throw new RejectedExecutionException("too many calls wait");
                }
                calls.waiting.add(task);
                waiting++;
                return;
            }
            calls.running++;
        }
        try {
            threads.execute(() -> runAll(user, task));
        } catch (RejectedExecutionException e) {
            next(user);
            throw e;
        }
    }

    /** Runs a task, and on the same thread those of the user that have waited meanwhile. */
    private void runAll(String user, Runnable first) {
        for (Runnable task = first; task != null; task = next(user)) {
            try {
                task.run();
            } catch (RuntimeException e) {
                // The task answers its caller itself. Those that wait must not wait for ever.
            }
        }
    }

    /** The next of the user's that waits; null if none does, and then one fewer runs. */
    private synchronized @Nullable Runnable next(String user) {
        UserCalls calls = users.get(user);
        if (calls == null) {
            return null;
        }
        Runnable task = calls.waiting.poll();
        if (task != null) {
            waiting--;
        } else if (--calls.running == 0) {
            users.remove(user);
        }
        return task;
    }
}
