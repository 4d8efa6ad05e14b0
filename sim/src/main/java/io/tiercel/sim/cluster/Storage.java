package io.tiercel.sim.cluster;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.Transfer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * The distributed file system of a simulated cluster: places blocks, reads and writes them, and makes room in memory.
 *
 * <p>A replica that has to leave memory goes to the slowest device of its node, as a tiered file system moves down what it no longer keeps there: the
 * bytes count there at once, and are written there in the background.
 */
public final class Storage {
    private static final List<Tier> SLOWEST_FIRST = List.of(Tier.HDD, Tier.SSD);

    private final Engine engine;
    private final Cluster cluster;
    private final Placement placement;
    private final Random random;
    private final StorageListener listener;
    private final List<MemoryTier> memories = new ArrayList<>();
    private long blocks;

    public Storage(
            Engine engine,
            Cluster cluster,
            Placement placement,
            EvictionPolicy eviction,
            Random random,
            StorageListener listener) {
        this.engine = engine;
        this.cluster = cluster;
        this.placement = placement;
        this.random = random;
        this.listener = listener;
        cluster.nodes().forEach(node -> memories.add(new MemoryTier(eviction)));
    }

    /** A block that is there without having been written: it takes room, but no time. */
    public StoredBlock place(long bytes) {
        StoredBlock block = new StoredBlock(blocks++, bytes);
        store(block, Placement.NO_WRITER);
        return block;
    }

    /**
     * Writes a block from {@code writer}: over the links between the nodes of its replicas, one after the other, and to their devices, all at
     * once. Its replicas take room from the beginning.
     *
     * @param done called when the last byte is written
     */
    public StoredBlock write(int writer, long bytes, Runnable done) {
        StoredBlock block = new StoredBlock(blocks++, bytes);
        List<StoredReplica> replicas = store(block, writer);
        Set<SharedResource> path = new LinkedHashSet<>();
        int from = writer;
        for (StoredReplica replica : replicas) {
            path.addAll(cluster.links(from, replica.node()));
            path.add(replica.device().bandwidth());
            from = replica.node();
        }
        replicas.forEach(StoredReplica::hold);
        Transfer.begin(bytes, List.copyOf(path), () -> {
            replicas.forEach(StoredReplica::letGo);
            done.run();
        });
        return block;
    }

    /** Reads a replica from {@code reader}, from its device and over the links between the two. */
    public void read(StoredReplica replica, int reader, long bytes, Runnable done) {
        List<SharedResource> path = new ArrayList<>();
        path.add(replica.device().bandwidth());
        path.addAll(cluster.links(replica.node(), reader));
        replica.hold();
        replica.read(engine.now());
        Transfer.begin(bytes, path, () -> {
            replica.letGo();
            done.run();
        });
    }

    private List<StoredReplica> store(StoredBlock block, int writer) {
        List<StoredReplica> replicas = new ArrayList<>();
        for (Placement.Place place : placement.places(cluster, writer, random)) {
            Device device = room(place, block.bytes());
            StoredReplica replica = new StoredReplica(block, place.node(), device, engine.now());
            put(replica, device);
            block.add(replica);
            replicas.add(replica);
        }
        return replicas;
    }

    /** A device of the wanted tier or, where it has no room, of the next slower one. */
    private Device room(Placement.Place place, long bytes) {
        Node node = cluster.node(place.node());
        for (Tier tier : Tier.values()) {
            if (tier.compareTo(place.tier()) >= 0) {
                Optional<Device> device = node.roomiest(tier);
                if (device.isPresent() && (device.get().free() >= bytes || makeRoom(node, device.get(), bytes))) {
                    return device.get();
                }
            }
        }
        throw new IllegalStateException(
                "node " + node.index() + ": no room for " + bytes + " bytes on " + place.tier() + " or slower");
    }

    private boolean makeRoom(Node node, Device device, long bytes) {
        if (device.tier() != Tier.MEMORY || device.bytes() < bytes) {
            return false;
        }
        Optional<List<StoredReplica>> victims = memories.get(node.index()).victims(bytes - device.free(), engine.now());
        victims.ifPresent(some -> some.forEach(victim -> moveDown(node, victim)));
        return device.free() >= bytes;
    }

    private void moveDown(Node node, StoredReplica victim) {
        long bytes = victim.block().bytes();
        Device down = SLOWEST_FIRST.stream()
                .flatMap(tier -> node.roomiest(tier).stream())
                .filter(device -> device.free() >= bytes)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "node " + node.index() + ": no room for " + bytes + " bytes that leave memory"));
        take(victim, victim.device());
        victim.moveTo(down);
        put(victim, down);
        Transfer.begin(bytes, List.of(down.bandwidth()), () -> {});
    }

    private void put(StoredReplica replica, Device device) {
        device.take(replica.block().bytes());
        if (device.tier() == Tier.MEMORY) {
            memories.get(replica.node()).add(replica);
        }
        listener.stored(replica.node(), device, replica.block());
    }

    private void take(StoredReplica replica, Device device) {
        device.give(replica.block().bytes());
        if (device.tier() == Tier.MEMORY) {
            memories.get(replica.node()).remove(replica);
        }
        listener.removed(replica.node(), device, replica.block());
    }
}
