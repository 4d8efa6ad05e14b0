package io.tiercel.coordinator.service;

import io.tiercel.coordinator.state.RefusedCallException;
import io.tiercel.coordinator.state.UserCounts;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts those who follow jobs, by user. Each change of a job costs a look at all of its blocks for each follower. A follower also keeps
 * which failures it has been told of. Thread-safe.
 */
final class Followers {
    private final int mostOfUser;
    private final UserCounts open = new UserCounts();

    Followers(int mostOfUser) {
        this.mostOfUser = mostOfUser;
    }

    /**
     * Counts one more. Returns what ends that; it does nothing the second time.
     *
     * @throws RefusedCallException if the user has as many as anybody may have
     */
    synchronized Runnable begin(String user) {
        if (open.of(user) >= mostOfUser) {
            throw new RefusedCallException(
                    RefusedCallException.Kind.TOO_MUCH,
                    "user " + user + " follows the progress of jobs in " + mostOfUser
                            + " calls, as many as anybody may; end one of them first");
        }
        open.add(user, 1);
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (over.compareAndSet(false, true)) {
                end(user);
            }
        };
    }

    private synchronized void end(String user) {
        open.add(user, -1);
    }
}
