package io.tiercel.spark.prefetch;

import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.spark.memory.ClusterMemory;
import io.tiercel.spark.memory.ClusterMemory.DeviceSpeed;
import io.tiercel.spark.memory.ClusterMemory.NodeMemory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The devices and the memory of a cluster, as a problem counts them. Agents report their devices. A node without an agent has no memory
 * to prefetch into; its replicas lie on devices of their tier's usual speed. The usual speed is the median of the measured ones, or
 * follows from the tier's score.
 *
 * <p>Block locations name a replica's tier, not its device. Blocks are taken to be spread evenly over a node's devices of one tier.
 */
final class ClusterDevices {
    private record Kind(int node, Tier tier) {}

    private final HostRegistry hosts;
    private final Map<Tier, Double> usual = new EnumMap<>(Tier.class);
    private final List<SourceDevice> devices = new ArrayList<>();
    private final List<Long> memoryFree = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final Map<Integer, Integer> nodeOf = new HashMap<>();
    private final Map<Kind, List<Integer>> byKind = new HashMap<>();

    /**
     * @param blockBytes length of a queued block of another job
     * @param reading how long tasks keep each device busy first, in seconds
     */
    ClusterDevices(ClusterMemory cluster, HostRegistry hosts, TierRates rates, double blockBytes, double reading) {
        this.hosts = hosts;
        for (Tier tier : Tier.values()) {
            usual.put(tier, median(cluster, tier).orElseGet(() -> rates.of(tier)));
        }
        double all = cluster.nodes().stream()
                .flatMap(node -> node.devices().stream())
                .mapToDouble(this::rate)
                .sum();
        // Unbound migrations will spread by speed.
        double pending = all > 0 ? cluster.pendingBytes() / all : 0;
        long taken = cluster.pendingBytes() / Math.max(1, cluster.nodes().size());
        for (NodeMemory node : cluster.nodes()) {
            int index = node(node.node(), Math.max(0, node.freeBytes() - taken));
            for (DeviceSpeed device : node.devices()) {
                double rate = rate(device);
                add(index, device.tier(), rate, reading + pending + device.queued() * blockBytes / rate);
            }
        }
    }

    /** The upper median of a tier's measured speeds. */
    private static OptionalDouble median(ClusterMemory cluster, Tier tier) {
        double[] measured = cluster.nodes().stream()
                .flatMap(node -> node.devices().stream())
                .filter(device -> device.tier() == tier && device.bytesPerSecond() > 0)
                .mapToDouble(DeviceSpeed::bytesPerSecond)
                .sorted()
                .toArray();
        return measured.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(measured[measured.length / 2]);
    }

    private double rate(DeviceSpeed device) {
        return device.bytesPerSecond() > 0 ? device.bytesPerSecond() : usual(device.tier());
    }

    private double usual(Tier tier) {
        return Objects.requireNonNull(usual.get(tier));
    }

    private int node(int host, long free) {
        return nodeOf.computeIfAbsent(hosts.canonical(host), canonical -> {
            memoryFree.add(free);
            names.add(hosts.name(canonical));
            return memoryFree.size() - 1;
        });
    }

    private int add(int node, Tier tier, double rate, double busy) {
        devices.add(new SourceDevice(node, tier, rate, busy));
        byKind.computeIfAbsent(new Kind(node, tier), kind -> new ArrayList<>()).add(devices.size() - 1);
        return devices.size() - 1;
    }

    /** The device that a replica lies on. */
    int of(BlockId block, Replica replica) {
        int node = node(replica.node(), 0);
        List<Integer> known = byKind.get(new Kind(node, replica.tier()));
        if (known == null) {
            return add(node, replica.tier(), usual(replica.tier()), 0);
        }
        return known.get(Math.floorMod(block.hashCode(), known.size()));
    }

    double bytesPerSecond(int device) {
        return devices.get(device).bytesPerSecond();
    }

    List<SourceDevice> devices() {
        return devices;
    }

    List<Long> memoryFree() {
        return memoryFree;
    }

    /** Names of the nodes, in the order of {@link #memoryFree}. */
    List<String> names() {
        return names;
    }
}
