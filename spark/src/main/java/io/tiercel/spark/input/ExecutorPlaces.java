package io.tiercel.spark.input;

import io.tiercel.hdfs.host.HostRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Executors as places, for stages whose input is partly cached in executors: of two executors on one host only one may hold a
 * partition. An executor has the rack and the replicas of its host. Hosts of replicas are places too, without slots, so that
 * the rack of a replica counts even if no executor runs beside it.
 */
public final class ExecutorPlaces implements Places {
    private final HostRegistry hosts;
    private final Map<String, Integer> byExecutor = new HashMap<>();
    private final Map<Integer, List<Integer>> byNode = new HashMap<>();
    private final List<Integer> nodes = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    public ExecutorPlaces(HostRegistry hosts) {
        this.hosts = hosts;
    }

    @Override
    public synchronized int of(String executor, String host) {
        Integer known = byExecutor.get(executor);
        if (known != null) {
            return known;
        }
        int place = add(hosts.node(host), "executor " + executor + " on " + host);
        byExecutor.put(executor, place);
        return place;
    }

    @Override
    public synchronized @Nullable Integer ofExecutor(String executor) {
        return byExecutor.get(executor);
    }

    @Override
    public synchronized List<Integer> ofNode(int node) {
        int canonical = hosts.canonical(node);
        if (!byNode.containsKey(canonical)) {
            add(canonical, hosts.name(canonical));
        }
        return List.copyOf(byNode.get(canonical));
    }

    private int add(int node, String name) {
        int place = nodes.size();
        nodes.add(node);
        names.add(name);
        byNode.computeIfAbsent(node, n -> new ArrayList<>()).add(place);
        return place;
    }

    @Override
    public synchronized int node(int place) {
        return nodes.get(place);
    }

    @Override
    public synchronized int[] racks() {
        return nodes.stream().mapToInt(hosts::rack).toArray();
    }

    @Override
    public synchronized String name(int place) {
        return names.get(place);
    }

    /** A new executor changes who is local to what its host holds. */
    @Override
    public synchronized long generation() {
        return hosts.generation() + byExecutor.size();
    }
}
