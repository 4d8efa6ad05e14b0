package io.tiercel.sim.storage;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.Transfer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The distributed file system of a simulated cluster: places, reads and writes blocks, and makes room in memory.
 *
 * <p>A replica that leaves memory moves to the slowest device of its node. It takes room there at once, and is written in the background. A copy
 * beside a replica is just dropped.
 */
public final class Storage {
    private static final List<Tier> SLOWEST_FIRST = List.of(Tier.HDD, Tier.SSD);

    private final Engine engine;
    private final Cluster cluster;
    private final Placement placement;
    private final Random random;
    private final StorageListener listener;
    private final MemoryRules rules;
    private final List<MemoryTier> memories = new ArrayList<>();
    /** By node, in the order in which they began to come in. */
    private final List<Set<MemoryCopy>> copies = new ArrayList<>();

    private final BackgroundWrites background;
    /** Unread first files by their first blocks. */
    private final NavigableMap<Long, StoredFile> unread = new TreeMap<>();

    private boolean placing;
    private long blocks;

    public Storage(
            Engine engine,
            Cluster cluster,
            Placement placement,
            MemoryRules rules,
            Random random,
            StorageListener listener) {
        this.engine = engine;
        this.cluster = cluster;
        this.placement = placement;
        this.rules = rules;
        this.background = new BackgroundWrites(rules.writesBehind());
        this.random = random;
        this.listener = listener;
        cluster.nodes().forEach(node -> {
            memories.add(new MemoryTier(rules));
            copies.add(new LinkedHashSet<>());
        });
    }

    /** Places a block without writing it: this takes room, but no time. */
    public StoredBlock place(long bytes) {
        StoredBlock block = new StoredBlock(blocks++, bytes);
        store(block, Placement.NO_WRITER);
        return block;
    }

    /** Places a file that exists at the start. */
    public StoredFile placeFile(long bytes, long blockBytes) {
        StoredFile file = new StoredFile(cluster, blocks, bytes, blockBytes);
        if (file.size() > 0) {
            unread.put(file.firstId(), file);
        }
        placing = true;
        for (int index = 0; index < file.size(); index++) {
            StoredBlock block = place(file.bytes(index));
            file.add(block);
            file.sleeps(block);
        }
        placing = false;
        return file;
    }

    /** A block outside the cluster: no node has a replica. */
    public StoredBlock elsewhere(long bytes) {
        return new StoredBlock(blocks++, bytes);
    }

    /** A file that exists at the start outside the cluster: no node has a replica. */
    public StoredFile elsewhere(long bytes, long blockBytes) {
        StoredFile file = new StoredFile(cluster, blocks, bytes, blockBytes);
        blocks += file.size();
        return file;
    }

    /** The blocks of an unread file. To be called once. */
    public List<StoredBlock> open(StoredFile file) {
        unread.remove(file.firstId(), file);
        return file.blocks();
    }

    /**
     * Writes a block through the links between its replicas' nodes, and to their devices at the same time. With {@link
     * MemoryRules#writesBehind} it goes to the nodes' memory, and from there to the devices in the background. Its replicas take room from the
     * beginning.
     *
     * @param done called when the last byte is written
     */
    public BlockWrite write(int writer, long bytes, Runnable done) {
        StoredBlock block = new StoredBlock(blocks++, bytes);
        BlockWrite write = new BlockWrite(this, writer, block, store(block, writer), done);
        write.begin();
        return write;
    }

    Cluster cluster() {
        return cluster;
    }

    /** The device that a writer waits for. */
    Device writtenTo(StoredReplica replica) {
        return rules.writesBehind()
                ? cluster.node(replica.node()).roomiest(Tier.MEMORY).orElse(replica.device())
                : replica.device();
    }

    /** Writes a replica from memory to its device, if its writer did not wait for the device. */
    void writeInBackground(StoredReplica replica) {
        if (writtenTo(replica) != replica.device()) {
            background.add(replica.device(), replica.block().bytes());
        }
    }

    public void discard(StoredBlock block) {
        List.copyOf(block.replicas()).forEach(this::discard);
    }

    void discard(StoredReplica replica) {
        if (replica.block().remove(replica)) {
            replica.copy().ifPresent(MemoryCopy::letGo);
            take(replica, replica.device());
        }
    }

    /** Drops the background writes of a node that has failed. */
    public void dropWritesTo(int node) {
        cluster.node(node).devices().forEach(background::forget);
    }

    /** Removes the replicas and copies in a lost node's memory. Its other devices keep theirs. */
    public void forgetMemory(int node) {
        for (MemoryCopy copy : List.copyOf(copies.get(node))) {
            copy.letGo();
            copy.replica().partIsCached(0);
        }
        memories.get(node).all().forEach(this::discard);
    }

    /**
     * Reads a replica: from memory if a copy is there, else from its device, and through the links to the reader. A copy that is on its way from
     * shared storage is read as it comes in.
     *
     * @param broken gets the number of bytes yet to be read if the replica's node fails
     */
    public Cancellable read(StoredReplica replica, int reader, long bytes, Runnable done, LongConsumer broken) {
        if (replica.isArriving()) {
            return follow(replica, reader, bytes, done);
        }
        List<SharedResource> path = new ArrayList<>();
        Device source = replica.readFrom();
        path.add(source.bandwidth());
        path.addAll(cluster.links(replica.node(), reader));
        replica.hold();
        replica.read(engine.now());
        long there = source.tier() == Tier.MEMORY ? 0 : source.ready() + replica.takeCachedPart();
        long missing = bytes - Math.min(bytes, there);
        Transfer way = Transfer.begin(missing, path, () -> {
            replica.letGo();
            if (rules.pageCache() && source.tier() != Tier.MEMORY) {
                remember(replica);
            }
            done.run();
        });
        way.ifBroken(carried -> {
            replica.letGo();
            broken.accept(missing - carried);
        });
        return () -> {
            if (way.abandon()) {
                replica.letGo();
            }
        };
    }

    /** Reads a copy while it comes in: the last bytes are read when they have come. The page cache has them, so the device is not read. */
    private Cancellable follow(StoredReplica replica, int reader, long bytes, Runnable done) {
        replica.hold();
        replica.read(engine.now());
        int[] open = {1};
        Runnable part = () -> {
            if (--open[0] == 0) {
                replica.letGo();
                done.run();
            }
        };
        List<Cancellable> parts = new ArrayList<>();
        parts.add(replica.whenArrived(part));
        List<SharedResource> links = cluster.links(replica.node(), reader);
        if (!links.isEmpty()) {
            open[0]++;
            Transfer way = Transfer.begin(bytes, links, part);
            parts.add(way::abandon);
        }
        return () -> {
            if (open[0] > 0) {
                open[0] = 0;
                replica.letGo();
                parts.forEach(Cancellable::cancel);
            }
        };
    }

    /** Writes a task's intermediate data in the background, to the least busy device of the node's slowest tier. It takes no room. */
    public void spill(int node, long bytes) {
        cluster.node(node).devices().stream()
                .min(Comparator.comparing(Device::tier, Comparator.reverseOrder())
                        .thenComparingInt(device -> device.bandwidth().active() + background.waiting(device)))
                .ifPresent(device -> background.add(device, bytes));
    }

    /**
     * Brings a copy of a replica into its node's memory and pins it there.
     *
     * @param yields whether the device reads it only while nobody else reads. It then goes through the page cache, so that an early reader
     *      finds a part of it there
     * @param done called when it is in, unless it has been released before
     * @return the copy; empty if there is no room, or if the replica is pinned or in memory anyway
     */
    public Optional<MemoryCopy> bringIn(StoredReplica replica, boolean yields, Runnable done) {
        Optional<MemoryCopy> cached = replica.copy();
        if (cached.isPresent()) {
            return cached.filter(copy -> pinCached(copy, done));
        }
        Optional<MemoryCopy> made = copy(replica, true);
        made.ifPresent(copy -> {
            long bytes = replica.block().bytes();
            List<SharedResource> path = List.of(replica.device().bandwidth());
            Runnable in = () -> {
                copy.cameIn();
                replica.block().changed();
                done.run();
            };
            copy.comesBy(Transfer.begin(bytes, path, yields, in), yields);
        });
        return made;
    }

    /** A block in the page cache has only to be pinned. */
    private boolean pinCached(MemoryCopy copy, Runnable done) {
        if (copy.isPinned()) {
            return false;
        }
        copy.pin();
        memories.get(copy.replica().node()).remove(copy.replica());
        engine.after(0, () -> {
            if (copy.isIn()) {
                done.run();
            }
        });
        return true;
    }

    /** Puts copies of all replicas into memory for good, where there is room. This takes no time. */
    public void keepInMemory(StoredBlock block) {
        for (StoredReplica replica : block.replicas()) {
            copy(replica, true).ifPresent(copy -> {
                copy.cameIn();
                block.changed();
            });
        }
    }

    /** Puts a copy of one replica into memory until it is released, on the node with most free memory; empty if there is no room. This takes no time. */
    public Optional<MemoryCopy> keepOneInMemory(StoredBlock block) {
        Optional<MemoryCopy> kept = block.replicas().stream()
                .filter(StoredReplica::isThere)
                .max(Comparator.comparingLong(this::freeMemory))
                .filter(replica -> replica.copy().isEmpty())
                .flatMap(replica -> copy(replica, true));
        kept.ifPresent(copy -> {
            copy.cameIn();
            block.changed();
        });
        return kept;
    }

    private long freeMemory(StoredReplica replica) {
        return cluster.node(replica.node())
                .roomiest(Tier.MEMORY)
                .map(Device::free)
                .orElse(0L);
    }

    private void remember(StoredReplica replica) {
        if (replica.copy().isEmpty() && replica.tier() != Tier.MEMORY && replica.isThere()) {
            copy(replica, false).ifPresent(copy -> {
                copy.cameIn();
                memories.get(replica.node()).add(replica);
            });
        }
    }

    private Optional<MemoryCopy> copy(StoredReplica replica, boolean pinned) {
        Node node = cluster.node(replica.node());
        long bytes = replica.block().bytes();
        Optional<Device> memory = node.roomiest(Tier.MEMORY);
        if (replica.tier() == Tier.MEMORY
                || memory.isEmpty()
                || memory.get().free() < bytes && !makeRoom(node, memory.get(), bytes)) {
            return Optional.empty();
        }
        MemoryCopy copy = new MemoryCopy(this, replica, memory.get(), pinned);
        memory.get().take(bytes);
        listener.stored(node.index(), memory.get(), replica.block());
        replica.copyIs(copy);
        copies.get(node.index()).add(copy);
        return Optional.of(copy);
    }

    /** Frees the room of a copy that has left memory. */
    void gone(MemoryCopy copy) {
        StoredReplica replica = copy.replica();
        copy.memory().give(replica.block().bytes());
        memories.get(replica.node()).remove(replica);
        copies.get(replica.node()).remove(copy);
        listener.removed(replica.node(), copy.memory(), replica.block());
        replica.copyIs(null);
    }

    List<StoredReplica> store(StoredBlock block, int writer) {
        List<StoredReplica> replicas = new ArrayList<>();
        for (Placement.Place place : placement.places(cluster, writer, block.bytes(), random)) {
            Device device = room(place, block.bytes());
            StoredReplica replica = new StoredReplica(block, device, engine.now());
            put(replica, device);
            block.add(replica);
            replicas.add(replica);
        }
        return replicas;
    }

    /** A device of the preferred tier or, if it has no room, of the next slower one. */
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
        victims.ifPresent(some -> some.forEach(victim -> leave(node, victim)));
        return device.free() >= bytes;
    }

    private void leave(Node node, StoredReplica victim) {
        victim.copy().ifPresentOrElse(MemoryCopy::letGo, () -> moveDown(node, victim));
    }

    private void moveDown(Node node, StoredReplica victim) {
        long bytes = victim.block().bytes();
        Device down = roomBelow(node, bytes);
        take(victim, victim.device());
        victim.moveTo(down);
        put(victim, down);
        if (!placing || !rules.settled()) {
            background.add(down, bytes);
        }
        Map.Entry<Long, StoredFile> file = unread.floorEntry(victim.block().id());
        if (file != null && file.getValue().has(victim.block())) {
            file.getValue().sleeps(victim.block());
        }
    }

    private static Device roomBelow(Node node, long bytes) {
        for (Tier tier : SLOWEST_FIRST) {
            Optional<Device> device = node.roomiest(tier);
            if (device.isPresent() && device.get().free() >= bytes) {
                return device.get();
            }
        }
        throw new IllegalStateException("node " + node.index() + ": no room for " + bytes + " bytes that leave memory");
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
