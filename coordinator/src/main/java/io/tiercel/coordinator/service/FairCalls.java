package io.tiercel.coordinator.service;

import io.grpc.Context;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs long calls, only a few of each user at a time. The user's other calls wait in the order in which they came. A call that has its
 * turn queues for a thread, behind all calls that queue already. So no user can take all threads, or hold others up.
 * Thread-safe.
 */
public final class FairCalls {
    private final Executor threads;
    private final int mostRunning;
    private final int mostWaiting;

    /** By user: how many run, and those that wait. A user is here while any of them is. */
    private final Map<String, UserCalls> users = new HashMap<>();

    /** A user has too many calls that wait. Other users do not. */
    static final class TooManyCallsException extends RejectedExecutionException {
        private static final long serialVersionUID = 1L;

        TooManyCallsException(String user, int waiting) {
            super("user " + user + " has " + waiting + " calls that wait for HDFS, the most that may; try again later");
        }
    }

    /** @param call in which the task came; if it is cancelled, the task does nothing but clean up */
    private record Waiting(Runnable task, Context call) {
        boolean isAbandoned() {
            return call.isCancelled();
        }
    }

    private static final class UserCalls {
        private final Deque<Waiting> waiting = new ArrayDeque<>();
        private int running;

        private List<Waiting> takeAbandoned() {
            List<Waiting> abandoned = new ArrayList<>();
            waiting.removeIf(each -> each.isAbandoned() && abandoned.add(each));
            return abandoned;
        }
    }

    /**
     * @param mostRunning of one user
     * @param mostWaiting of one user
     */
    public FairCalls(Executor threads, int mostRunning, int mostWaiting) {
        this.threads = threads;
        this.mostRunning = mostRunning;
        this.mostWaiting = mostWaiting;
    }

    /** Whose tasks are refused with a {@link TooManyCallsException} if too many of the user wait. */
    Executor of(String user) {
        return task -> execute(user, new Waiting(task, Context.current()));
    }

    private void execute(String user, Waiting call) {
        List<Waiting> abandoned = List.of();
        boolean mayRun;
        boolean mayWait = true;
        synchronized (this) {
            UserCalls calls = users.computeIfAbsent(user, none -> new UserCalls());
            mayRun = calls.running < mostRunning;
            if (mayRun) {
                calls.running++;
            } else {
                if (calls.waiting.size() >= mostWaiting) {
                    abandoned = calls.takeAbandoned();
                }
                mayWait = calls.waiting.size() < mostWaiting && calls.waiting.add(call);
            }
        }
        abandoned.forEach(each -> run(each.task));
        if (!mayWait) {
            throw new TooManyCallsException(user, mostWaiting);
        }
        if (mayRun) {
            start(user, call);
        }
    }

    private void start(String user, Waiting call) {
        try {
            submit(user, call);
        } catch (RejectedExecutionException e) {
            startNext(user);
            throw e;
        }
    }

    /** At the tail: others that have waited for a thread longer come first. */
    private void submit(String user, Waiting call) {
        threads.execute(() -> {
            try {
                run(call.task);
            } finally {
                startNext(user);
            }
        });
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            // The task answers its caller itself. Those that wait must not wait for ever.
        }
    }

    /** One call of the user has ended: the next that waits has its turn. Calls whose callers have gone take no turn. */
    private void startNext(String user) {
        for (Waiting call = next(user); call != null; call = next(user)) {
            if (!call.isAbandoned()) {
                try {
                    submit(user, call);
                    return;
                } catch (RejectedExecutionException e) {
                    // No room among the threads. It runs on this one, because it was accepted.
                }
            }
            run(call.task);
        }
    }

    /** Takes the user's next waiting call; null if none waits, and then one call fewer counts as running. */
    private synchronized @Nullable Waiting next(String user) {
        UserCalls calls = users.get(user);
        if (calls == null) {
            return null;
        }
        Waiting call = calls.waiting.poll();
        if (call == null && --calls.running == 0) {
            users.remove(user);
        }
        return call;
    }
}
