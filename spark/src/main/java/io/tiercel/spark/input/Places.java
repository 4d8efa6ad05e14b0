package io.tiercel.spark.input;

import io.tiercel.hdfs.host.HostRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places over which a task set is planned: hosts or executors. Numbered from 0; numbers never change their meaning, and
 * more may come. Thread-safe.
 */
public interface Places {
    /** The place of an executor; a new one gets the next number. */
    int of(String executor, String host);

    /** The place that is this executor alone; null if places are hosts. */
    @Nullable
    Integer ofExecutor(String executor);

    /** The places on which a replica of {@code node}, an index of the host registry, is local. */
    List<Integer> ofNode(int node);

    /** The node, an index of the host registry, that {@code place} is or stands on. */
    int node(int place);

    /** The rack of each place. */
    int[] racks();

    /** A name for people. */
    String name(int place);

    /** A number that grows whenever all tasks must be priced anew. */
    long generation();

    /** Hosts as places, numbered as in the host registry. */
    final class Hosts implements Places {
        private final HostRegistry hosts;

        Hosts(HostRegistry hosts) {
            this.hosts = hosts;
        }

        @Override
        public int of(String executor, String host) {
            return hosts.node(host);
        }

        @Override
        public @Nullable Integer ofExecutor(String executor) {
            return null;
        }

        @Override
        public List<Integer> ofNode(int node) {
            return List.of(hosts.canonical(node));
        }

        @Override
        public int node(int place) {
            return place;
        }

        @Override
        public int[] racks() {
            int[] racks = new int[hosts.size()];
            for (int node = 0; node < racks.length; node++) {
                racks[node] = hosts.rack(node);
            }
            return racks;
        }

        @Override
        public String name(int place) {
            return hosts.name(place);
        }

        @Override
        public long generation() {
            return hosts.generation();
        }
    }

    /**
     * Executors as places, for stages whose input is partly cached in executors: of two executors on one host only one may hold a
     * partition. An executor has the rack and the replicas of its host. Hosts of replicas are places too, without slots, so that
     * the rack of a replica counts even if no executor runs beside it.
     */
    final class Executors implements Places {
        private final HostRegistry hosts;
        private final Map<String, Integer> byExecutor = new HashMap<>();
        private final Map<Integer, List<Integer>> byNode = new HashMap<>();
        private final List<Integer> nodes = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        Executors(HostRegistry hosts) {
            this.hosts = hosts;
        }

        @Override
        public synchronized int of(String executor, String host) {
            Integer known = byExecutor.get(executor);
            if (known != null) {
                return known;
            }
            int node = hosts.node(host);
            int place = add(node, "executor " + executor + " on " + hosts.name(node));
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
}
