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
 * The executors of an application that serve pages of their nodes' caches, and cache agents that do, as its driver knows them, and the
 * secret by which they know each other.
 * Times are seconds of a clock that nobody sets. Thread-safe.
 */
final class ServingExecutors {
    /** Reports come four times a second. */
    private static final double SILENT_SECONDS = 5;

    /** Agents are asked every 10 s. */
    private static final double SILENT_AGENT_SECONDS = 30;

    /** No executor has this id. */
    private static final String AGENT = "agent";

    private static final int SECRET_BYTES = 32;

    /** @param until when it counts no more, unless it is heard of again */
    private record Serving(Peer peer, double until) {}

    private final byte[] secret;

    /** By host, then by executor or agent: the one that has begun first comes first. */
    private final Map<String, LinkedHashMap<String, Serving>> byHost = new HashMap<>();

    /** Only the application's executors know the secret. */
    ServingExecutors() {
        this(new byte[SECRET_BYTES]);
        new SecureRandom().nextBytes(secret);
    }

    /** @param secret that cache agents know as well */
    ServingExecutors(byte[] secret) {
        this.secret = secret.clone();
    }

    byte[] secret() {
        return secret.clone();
    }

    /**
     * An executor is there.
     *
     * @param host whose pages it serves
     * @param peer where it does; its port is 0 if it serves nothing
     */
    void heard(String executor, String host, Peer peer, double now) {
        heard(executor, host, peer, now, SILENT_SECONDS);
    }

    /** @param seconds for which it counts */
    private synchronized void heard(String server, String host, Peer peer, double now, double seconds) {
        byHost.computeIfAbsent(host, any -> new LinkedHashMap<>()).put(server, new Serving(peer, now + seconds));
    }

    /** An agent serves a host's pages. */
    void heardAgent(String host, int port, double now) {
        heard(AGENT, host, new Peer(host, port), now, SILENT_AGENT_SECONDS);
    }

    synchronized void forgetAgent(String host) {
        byHost.getOrDefault(host, new LinkedHashMap<>()).remove(AGENT);
    }

    /** Whether an executor tells what a host holds. */
    synchronized boolean hasExecutor(String host, double now) {
        return present(host, now).keySet().stream().anyMatch(server -> !server.equals(AGENT));
    }

    private Map<String, Serving> present(String host, double now) {
        Map<String, Serving> servers = byHost.getOrDefault(host, new LinkedHashMap<>());
        servers.values().removeIf(serving -> serving.until() < now);
        return servers;
    }

    /**
     * Where a host may read pages of an object.
     *
     * @param held the object's pages, by host
     */
    synchronized List<Holder> holders(Map<String, BitSet> held, String reader, double now) {
        List<Holder> holders = new ArrayList<>();
        held.forEach((host, pages) -> {
            if (!host.equals(reader)) {
                present(host, now).values().stream()
                        .filter(serving -> serving.peer().port() > 0)
                        .findFirst()
                        .ifPresent(serving -> holders.add(new Holder(serving.peer(), pages)));
            }
        });
        return holders;
    }
}
