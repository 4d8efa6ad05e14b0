package io.tiercel.sim.storage;

import io.tiercel.cache.EvictionPolicy;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Copies of blocks of shared storage on the nodes' HDDs. A copy takes its room when it starts to come in, and counts as a replica from then on. */
public final class DiskCaches {
    /** A cache with room for this many average copies does not count as full. */
    private static final int SPARE_COPIES = 4;

    private final Engine engine;
    private final Cluster cluster;
    private final StorageListener listener;
    private final EvictionPolicy eviction;
    private final long[] room;
    private final long[] used;
    private final List<Set<StoredReplica>> copies = new ArrayList<>();
    private long largest;

    /** @param bytes of each node's cache, at most; a smaller disk bounds it as well */
    public DiskCaches(Engine engine, Cluster cluster, StorageListener listener, EvictionPolicy eviction, long bytes) {
        this.engine = engine;
        this.cluster = cluster;
        this.listener = listener;
        this.eviction = eviction;
        this.room = new long[cluster.nodes().size()];
        this.used = new long[room.length];
        for (int node = 0; node < room.length; node++) {
            room[node] = Math.min(bytes, disk(node).map(Device::free).orElse(0L));
            copies.add(new LinkedHashSet<>());
        }
    }

    private Optional<Device> disk(int node) {
        return cluster.node(node).roomiest(Tier.HDD);
    }

    /** Free bytes of a node's cache. */
    public long room(int node) {
        return room[node] - used[node];
    }

    /** Whether any cache has so little room that one of the next copies may not fit. */
    public boolean isAnyFull() {
        for (int node = 0; node < room.length; node++) {
            if (room(node) < SPARE_COPIES * largest) {
                return true;
            }
        }
        return false;
    }

    /** A copy begins to come in where there is room. */
    public StoredReplica begin(StoredBlock block, int node) {
        Device disk = disk(node).orElseThrow();
        if (room(node) < block.bytes()) {
            throw new IllegalStateException(
                    "node " + node + ": expected room for " + block.bytes() + " bytes in its cache, got " + room(node));
        }
        StoredReplica copy = new StoredReplica(block, disk, engine.now());
        largest = Math.max(largest, block.bytes());
        used[node] += block.bytes();
        disk.take(block.bytes());
        listener.stored(node, disk, block);
        copy.arrives();
        copies.get(node).add(copy);
        block.add(copy);
        return copy;
    }

    /** The same, after making room; empty if there is too little. */
    public Optional<StoredReplica> begin(StoredBlock block, int node, Predicate<StoredBlock> mayGo) {
        largest = Math.max(largest, block.bytes());
        if (room(node) < block.bytes()) {
            makeRoom(node, mayGo);
        }
        return room(node) < block.bytes() ? Optional.empty() : Optional.of(begin(block, node));
    }

    /** The copy is in the cache. Those who waited for it go on. */
    public void complete(StoredReplica copy) {
        copy.hasArrived();
    }

    /** A copy leaves the cache. */
    public void remove(StoredReplica copy) {
        int node = copy.node();
        StoredBlock block = copy.block();
        copies.get(node).remove(copy);
        used[node] -= block.bytes();
        copy.device().give(block.bytes());
        listener.removed(node, copy.device(), block);
        block.remove(copy);
    }

    /**
     * Evicts the oldest copies that nobody reads until a few more fit, or none is left.
     *
     * @param mayGo asked of each block
     * @return the evicted blocks
     */
    public List<StoredBlock> makeRoom(int node, Predicate<StoredBlock> mayGo) {
        List<StoredBlock> gone = new ArrayList<>();
        if (room(node) >= SPARE_COPIES * largest) {
            return gone;
        }
        List<StoredReplica> oldest = copies.get(node).stream()
                .filter(copy -> !copy.isInUse() && !copy.isArriving() && mayGo.test(copy.block()))
                .sorted(Comparator.comparingDouble(copy -> -eviction.age(copy.use(), engine.now())))
                .toList();
        for (StoredReplica copy : oldest) {
            if (room(node) >= SPARE_COPIES * largest) {
                break;
            }
            remove(copy);
            gone.add(copy.block());
        }
        return gone;
    }
}
