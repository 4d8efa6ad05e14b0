package io.tiercel.plan.dispatch;

import io.tiercel.model.Block;
import io.tiercel.model.ReadCurve;
import io.tiercel.model.Replica;
import io.tiercel.model.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The devices from which an application reads: each volume of a data node, the memory of each node, and shared storage. They get numbers
 * as they turn up. A replica whose volume nobody has named lies on one device that stands for all of its node's tier. A device that its agent has
 * measured has the measured curve, others a guess by their tier. Thread-safe.
 */
public final class ApplicationDevices {
    private static final double MB = 1e6;

    /** The guess for each tier until tasks have read from it, or agents have measured it, in bytes per second. */
    private static final Map<Tier, Throughput> USUAL = new EnumMap<>(Map.of(
            Tier.MEMORY, Throughput.guess(3_200 * MB, 12_800 * MB),
            Tier.SSD, Throughput.guess(400 * MB, 800 * MB),
            Tier.HDD, Throughput.guess(120 * MB, 120 * MB),
            Tier.REMOTE, Throughput.guess(100 * MB, 400 * MB)));

    /**
     * The guess for shared storage. Low: tasks that have a cached copy should read it, until others have shown that the link is fast. Tasks
     * without a copy read there anyway, and show it.
     */
    private static final Throughput SHARED = Throughput.guess(10 * MB, 40 * MB);

    /** The family of SSDs and HDDs that nobody has measured. */
    private static final int GUESSED_DISKS = 0;

    /** Bytes per second between two nodes, each way: 10 Gbit/s. */
    private static final double LINK = 1_250 * MB;

    /** A curve that differs by less than this part is no news: a new one has plans made anew. */
    private static final double CHANGED = 0.1;

    /** @param store the shared storage that this is; null if it is a device of a node */
    private record Device(int node, Tier tier, int volume, @Nullable String store) {}

    private final Map<Device, Integer> numbers = new HashMap<>();
    private final List<Device> byNumber = new ArrayList<>();
    /** By volume. */
    private final Map<Integer, ReadCurve> curves = new HashMap<>();

    private boolean hasNewCurves;
    private ClusterModel model = new ClusterModel(new int[0], new Throughput[0], new int[0], LINK);

    /** The device on which a replica lies. @param node an index of the host registry */
    synchronized int of(int node, Replica replica) {
        return replica.tier() == Tier.MEMORY
                ? memory(node)
                : number(new Device(node, replica.tier(), replica.volume(), null));
    }

    /** The memory of a node. */
    synchronized int memory(int node) {
        return number(new Device(node, Tier.MEMORY, Replica.NO_VOLUME, null));
    }

    /** Shared storage, from which all nodes read. @param store as a {@link Block} names it */
    synchronized int shared(String store) {
        return number(new Device(ClusterModel.NO_NODE, Tier.REMOTE, Replica.NO_VOLUME, store));
    }

    private int number(Device device) {
        return numbers.computeIfAbsent(device, fresh -> {
            byNumber.add(device);
            return numbers.size();
        });
    }

    public synchronized Tier tier(int device) {
        return byNumber.get(device).tier();
    }

    /** The name of a device, for people. @param nodes names of nodes, by index of the host registry */
    public synchronized String name(int device, IntFunction<String> nodes) {
        return name(byNumber.get(device), nodes);
    }

    private static String name(Device device, IntFunction<String> nodes) {
        String store = device.store();
        if (store != null) {
            return store;
        }
        return device.tier()
                + (device.volume() == Replica.NO_VOLUME ? "" : " " + device.volume())
                + " of " + nodes.apply(device.node());
    }

    /** Takes what agents have measured, by volume. Curves that are no longer told stay. @return whether there is news */
    public synchronized boolean measured(Map<Integer, ReadCurve> latest) {
        boolean isNews = false;
        for (var device : latest.entrySet()) {
            ReadCurve now = device.getValue();
            ReadCurve before = curves.get(device.getKey());
            if (before == null || differ(before, now)) {
                curves.put(device.getKey(), now);
                isNews = true;
            }
        }
        hasNewCurves |= isNews;
        return isNews;
    }

    private static boolean differ(ReadCurve one, ReadCurve other) {
        return differ(one.one(), other.one())
                || differ(one.most(), other.most())
                || differ(1 + one.loss(), 1 + other.loss())
                || one.loss() > 0 != other.loss() > 0;
    }

    private static boolean differ(double one, double other) {
        return Math.abs(one - other) > CHANGED * Math.max(one, other);
    }

    private Throughput throughput(Device device) {
        if (device.store() != null) {
            return SHARED;
        }
        ReadCurve curve = curves.get(device.volume());
        return curve == null || device.volume() == Replica.NO_VOLUME
                ? USUAL.get(device.tier())
                : Throughput.measured(curve);
    }

    /** Guessed devices of a tier share a correction. Measured devices have a kind of their own. */
    private static int kind(Device device, Throughput throughput) {
        return device.tier().ordinal() + (throughput.isMeasured() ? Tier.values().length : 0);
    }

    /** The family of each kind. Where SSDs are slower than guessed, HDDs are likely to be so as well, such as on virtual machines. */
    private static int[] families() {
        int[] families = new int[2 * Tier.values().length];
        Arrays.fill(families, ClusterModel.NO_FAMILY);
        families[Tier.SSD.ordinal()] = GUESSED_DISKS;
        families[Tier.HDD.ordinal()] = GUESSED_DISKS;
        return families;
    }

    /** The names of all devices, for people. @param nodes names of nodes, by index of the host registry */
    public synchronized List<String> names(IntFunction<String> nodes) {
        return byNumber.stream().map(device -> name(device, nodes)).toList();
    }

    /**
     * The cluster as it is known now; the same object as before if nothing has changed.
     *
     * @param racksNow of the nodes, by index of the host registry; asked under the lock, so that each device's node is known
     */
    public synchronized ClusterModel model(Supplier<int[]> racksNow) {
        int[] racks = racksNow.get();
        if (model.devices() != numbers.size() || hasNewCurves || !Arrays.equals(model.rackOf(), racks)) {
            int[] nodes = new int[byNumber.size()];
            int[] kinds = new int[byNumber.size()];
            Throughput[] told = new Throughput[byNumber.size()];
            for (int number = 0; number < told.length; number++) {
                Device device = byNumber.get(number);
                nodes[number] = device.node();
                told[number] = throughput(device);
                kinds[number] = kind(device, told[number]);
            }
            hasNewCurves = false;
            if (!isKnown(told, racks)) {
                model = new ClusterModel(nodes, told, kinds, families(), racks, LINK);
            }
        }
        return model;
    }

    /** Whether the model is of these devices and racks. */
    private boolean isKnown(Throughput[] told, int[] racks) {
        return Arrays.equals(model.throughput(), told) && Arrays.equals(model.rackOf(), racks);
    }
}
