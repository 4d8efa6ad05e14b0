package io.tiercel.coordinator.service;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the names of blocks and hosts in requests that wait for HDFS: they take heap before the state counts them. One user has at
 * most half of the room. Thread-safe.
 */
final class WaitingNames {
    private final int most;
    private final Map<String, Integer> byUser = new HashMap<>();
    private int all;

    /** @param most of all users together */
    WaitingNames(int most) {
        this.most = most;
    }

    /** Counts a request. Returns what ends that, to be called once; empty if there is no room. */
    synchronized Optional<Runnable> begin(String user, int names) {
        int own = byUser.getOrDefault(user, 0);
        if (names > most / 2 - own || names > most - all) {
            return Optional.empty();
        }
        byUser.put(user, own + names);
        all += names;
        return Optional.of(() -> end(user, names));
    }

    private synchronized void end(String user, int names) {
        byUser.computeIfPresent(user, (same, own) -> own == names ? null : own - names);
        all -= names;
    }
}
