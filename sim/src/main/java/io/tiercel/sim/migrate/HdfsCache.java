package io.tiercel.sim.migrate;

import io.tiercel.migrate.status.AgentStatus;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.MigrationService.MigrationListener;
import io.tiercel.sim.migrate.PrefetchSpec.HdfsCacheSpec;
import io.tiercel.sim.storage.MemoryCopy;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A file system's own cache, as in HDFS and in Trident's section 4.1: requested blocks are read as planned, several of a device at a time. A
 * migration goes on when a task reads the block too, and a block without claims is dropped when it is in. A block stays until the last job that
 * requested it has ended; requests are not cancelled. Reads of a node that fails break off with its device's transfers.
 *
 * <p>A client knows the free room of each node, but only the bandwidth of its devices: algorithm 4 ignores other requests.
 */
public final class HdfsCache implements MigrationService {
    private final Engine engine;
    private final Cluster cluster;
    private final Storage storage;
    private final HdfsCacheSpec reads;
    private final long budget;
    private final MigrationListener listener;
    private final long[] held;
    private final Map<StoredBlock, CachedBlock> blocks = new LinkedHashMap<>();
    private final Map<String, List<CachedBlock>> byJob = new HashMap<>();
    private final Map<Device, DeviceQueue> queues = new HashMap<>();

    private static final class CachedBlock {
        private final StoredReplica replica;
        /** When the first request's plan has it in memory. */
        private final long expected;
        /** Jobs that want it. */
        private int claims;

        private boolean readHasEnded;
        private boolean nodeIsLost;
        /** Set when its read begins. */
        private @Nullable MemoryCopy copy;

        private CachedBlock(StoredReplica replica, long expected) {
            this.replica = replica;
            this.expected = expected;
        }

        private boolean isIn() {
            MemoryCopy there = copy;
            return there != null && there.isIn();
        }
    }

    private static final class DeviceQueue {
        private final Deque<CachedBlock> waiting = new ArrayDeque<>();
        private int running;
    }

    /** @param budget bytes of each node's memory for the cache */
    public HdfsCache(
            Engine engine,
            Cluster cluster,
            Storage storage,
            HdfsCacheSpec reads,
            long budget,
            MigrationListener listener) {
        this.engine = engine;
        this.cluster = cluster;
        this.storage = storage;
        this.reads = reads;
        this.budget = budget;
        this.listener = listener;
        this.held = new long[cluster.nodes().size()];
    }

    @Override
    public void hint(String job, List<Request> wanted) {
        for (Request each : wanted) {
            CachedBlock known = blocks.get(each.block());
            if (known != null) {
                claim(job, known);
            } else {
                replica(each).ifPresent(replica -> ask(job, replica, each.ready()));
            }
        }
    }

    private Optional<StoredReplica> replica(Request wanted) {
        return wanted.from().flatMap(device -> wanted.block().replicas().stream()
                .filter(replica -> replica.device() == device)
                .filter(StoredReplica::isListed)
                .filter(replica -> held[replica.node()] + wanted.block().bytes() <= budget)
                .findFirst());
    }

    private void claim(String job, CachedBlock block) {
        block.claims++;
        byJob.computeIfAbsent(job, name -> new ArrayList<>()).add(block);
    }

    private void ask(String job, StoredReplica replica, double ready) {
        CachedBlock block = new CachedBlock(replica, engine.now() + (long) (ready * Engine.SECOND));
        blocks.put(replica.block(), block);
        held[replica.node()] += replica.block().bytes();
        claim(job, block);
        engine.after(reads.initNanos(), () -> {
            DeviceQueue queue = queues.computeIfAbsent(replica.device(), device -> new DeviceQueue());
            queue.waiting.add(block);
            work(queue);
        });
    }

    private void work(DeviceQueue queue) {
        while (queue.running < reads.atOnce() && !queue.waiting.isEmpty()) {
            CachedBlock block = queue.waiting.remove();
            if (block.nodeIsLost) {
                continue;
            }
            Optional<MemoryCopy> copy = block.claims == 0 || !block.replica.isThere()
                    ? Optional.empty()
                    : storage.bringIn(block.replica, false, () -> cameIn(queue, block));
            if (copy.isPresent()) {
                queue.running++;
                block.copy = copy.get();
                listener.begins(block.replica.node(), block.replica.block());
            } else {
                forget(block);
            }
        }
    }

    private void cameIn(DeviceQueue queue, CachedBlock block) {
        queue.running--;
        block.readHasEnded = true;
        listener.ends(block.replica.node(), block.replica.block());
        if (block.claims == 0) {
            letGo(block);
        }
        work(queue);
    }

    private void letGo(CachedBlock block) {
        MemoryCopy copy = block.copy;
        if (copy != null) {
            copy.letGo();
            listener.letsGo(block.replica.node(), block.replica.block());
        }
        forget(block);
    }

    private void forget(CachedBlock block) {
        held[block.replica.node()] -= block.replica.block().bytes();
        blocks.remove(block.replica.block());
    }

    @Override
    public void release(String job) {
        List<CachedBlock> claimed = byJob.remove(job);
        if (claimed != null) {
            for (CachedBlock block : claimed) {
                if (--block.claims == 0 && block.readHasEnded && !block.nodeIsLost) {
                    letGo(block);
                }
            }
        }
    }

    @Override
    public void nodeLost(int node) {
        for (CachedBlock block : List.copyOf(blocks.values())) {
            if (block.replica.node() == node) {
                letGo(block);
                block.nodeIsLost = true;
            }
        }
        cluster.node(node).devices().forEach(queues::remove);
    }

    /**
     * {@inheritDoc} The replica that algorithm 6 selects, as HDFS does: of the slowest tier, on the node with most room left, the first of
     * equals.
     */
    @Override
    public List<Device> sources(StoredBlock block) {
        return block.replicas().stream()
                .filter(StoredReplica::isListed)
                .max(Comparator.comparing(StoredReplica::tier)
                        .thenComparingLong(replica -> -held[replica.node()])
                        .thenComparingInt(replica -> -block.replicas().indexOf(replica)))
                .map(StoredReplica::device)
                .stream()
                .toList();
    }

    @Override
    public boolean shares() {
        return true;
    }

    @Override
    public double secondsToBegin() {
        return reads.initNanos() / (double) Engine.SECOND;
    }

    @Override
    public OptionalInt boundTo(StoredBlock block) {
        CachedBlock known = blocks.get(block);
        return known == null ? OptionalInt.empty() : OptionalInt.of(known.replica.node());
    }

    @Override
    public List<AgentStatus> agents() {
        return cluster.nodes().stream()
                .map(node -> SimulatedAgent.idle(node, budget, held[node.index()]))
                .toList();
    }

    @Override
    public List<Double> expectedIn(List<StoredBlock> wanted) {
        return wanted.stream().map(this::expectedIn).toList();
    }

    private double expectedIn(StoredBlock block) {
        CachedBlock known = blocks.get(block);
        if (known == null) {
            return Double.POSITIVE_INFINITY;
        }
        return known.isIn() ? 0 : Math.max(0, known.expected - engine.now()) / (double) Engine.SECOND;
    }

    @Override
    public boolean isBringingIn(List<StoredBlock> wanted) {
        return wanted.stream().map(blocks::get).anyMatch(known -> known != null && !known.isIn());
    }
}
