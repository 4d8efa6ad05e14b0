package io.tiercel.spark.cache;

import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.peer.Peer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The executors of an application that serve pages of their nodes' caches, as its driver knows them, and the secret that only they have.
 * Times are seconds of a clock that nobody sets. Thread-safe.
 */
final class ServingExecutors {
    /** Reports come four times a second. */
    private static final double SILENT_SECONDS = 5;

    private static final int SECRET_BYTES = 32;

    private record Serving(int port, double heardAt) {}

    private final byte[] secret = new byte[SECRET_BYTES];

    /** By host, then by executor: the one that has begun first comes first. */
    private final Map<String, LinkedHashMap<String, Serving>> byHost = new HashMap<>();

    ServingExecutors() {
        new SecureRandom().nextBytes(secret);
    }

    byte[] secret() {
        return secret.clone();
    }

    /** @param port 0 if the executor serves nothing */
    synchronized void heard(String executor, String host, int port, double now) {
        if (port > 0) {
            byHost.computeIfAbsent(host, any -> new LinkedHashMap<>()).put(executor, new Serving(port, now));
        }
    }

    /**
     * Where a host may read pages of an object.
     *
     * @param held the object's pages, by host
     */
    synchronized List<Holder> holders(Map<String, BitSet> held, String reader, double now) {
        List<Holder> holders = new ArrayList<>();
        held.forEach((host, pages) -> {
            Map<String, Serving> executors = byHost.getOrDefault(host, new LinkedHashMap<>());
            executors.values().removeIf(serving -> now - serving.heardAt() > SILENT_SECONDS);
            if (!host.equals(reader)) {
                executors.values().stream()
                        .findFirst()
                        .ifPresent(serving -> holders.add(new Holder(new Peer(host, serving.port()), pages)));
            }
        });
        return holders;
    }
}
