package io.tiercel.coordinator.service;

import io.tiercel.coordinator.state.UserCounts;
import java.util.Optional;

/**
 * Counts the names of blocks and hosts in requests that wait for HDFS: they take heap before the state counts them. One user has at
 * most half of the room. Thread-safe.
 */
final class WaitingNames {
    private final int most;
    private final UserCounts waiting = new UserCounts();

    /** @param most of all users together */
    WaitingNames(int most) {
        this.most = most;
    }

    /** Counts a request. Returns what ends that, to be called once; empty if there is no room. */
    synchronized Optional<Runnable> begin(String user, int names) {
        if (names > most / 2 - waiting.of(user) || names > most - waiting.all()) {
            return Optional.empty();
        }
        waiting.add(user, names);
        return Optional.of(() -> end(user, names));
    }

    private synchronized void end(String user, int names) {
        waiting.add(user, -names);
    }
}
