package io.tiercel.spark.plan;

import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.ClusterModel;
import io.tiercel.plan.dispatch.Throughput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The devices from which an application reads: each volume of a data node, and the memory of each node. They get numbers as they turn
 * up. A replica whose volume nobody has named lies on one device that stands for all of its node's tier. Thread-safe.
 */
public final class ApplicationDevices {
    private static final double MB = 1e6;

    /** The guess for each tier until tasks have read from it, in bytes per second. */
    private static final Map<Tier, Throughput> USUAL = new EnumMap<>(Map.of(
            Tier.MEMORY, Throughput.guess(3_200 * MB, 12_800 * MB),
            Tier.SSD, Throughput.guess(400 * MB, 800 * MB),
            Tier.HDD, Throughput.guess(120 * MB, 120 * MB),
            Tier.REMOTE, Throughput.guess(100 * MB, 400 * MB)));

    /** Bytes per second between two nodes, each way: 10 Gbit/s. */
    private static final double LINK = 1_250 * MB;

    private record Device(int node, Tier tier, int volume) {}

    private final Map<Device, Integer> numbers = new LinkedHashMap<>();
    private final List<Device> byNumber = new ArrayList<>();
    private ClusterModel model = new ClusterModel(new int[0], new Throughput[0], new int[0], LINK);

    /** The device on which a replica lies. @param node an index of the host registry */
    synchronized int of(int node, Replica replica) {
        return replica.tier() == Tier.MEMORY
                ? memory(node)
                : number(new Device(node, replica.tier(), replica.volume()));
    }

    /** The memory of a node. */
    synchronized int memory(int node) {
        return number(new Device(node, Tier.MEMORY, Replica.NO_VOLUME));
    }

    private int number(Device device) {
        return numbers.computeIfAbsent(device, fresh -> {
            byNumber.add(device);
            return numbers.size();
        });
    }

    synchronized Tier tier(int device) {
        return byNumber.get(device).tier();
    }

    /** The name of a device, for people. @param nodes names of nodes, by index of the host registry */
    synchronized String name(int device, IntFunction<String> nodes) {
        return name(byNumber.get(device), nodes);
    }

    private static String name(Device device, IntFunction<String> nodes) {
        return device.tier()
                + (device.volume() == Replica.NO_VOLUME ? "" : " " + device.volume())
                + " of " + nodes.apply(device.node());
    }

    /** The names of all devices, for people. @param nodes names of nodes, by index of the host registry */
    synchronized List<String> names(IntFunction<String> nodes) {
        return byNumber.stream().map(device -> name(device, nodes)).toList();
    }

    /**
     * The cluster as it is known now; the same object as before if nothing has changed.
     *
     * @param racksNow of the nodes, by index of the host registry; asked under the lock, so that each device's node is known
     */
    synchronized ClusterModel model(Supplier<int[]> racksNow) {
        int[] racks = racksNow.get();
        if (model.devices() != numbers.size() || !Arrays.equals(model.rackOf(), racks)) {
            int[] nodes = numbers.keySet().stream().mapToInt(Device::node).toArray();
            int[] kinds = numbers.keySet().stream()
                    .mapToInt(device -> device.tier().ordinal())
                    .toArray();
            Throughput[] usual = numbers.keySet().stream()
                    .map(device -> USUAL.get(device.tier()))
                    .toArray(Throughput[]::new);
            model = new ClusterModel(nodes, usual, kinds, racks, LINK);
        }
        return model;
    }
}
