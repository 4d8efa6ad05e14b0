package io.tiercel.sim.migrate;

import io.tiercel.migrate.AgentOrders;
import io.tiercel.migrate.AgentOrders.BoundMigration;
import io.tiercel.migrate.DeviceReport;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.migrate.status.AgentStatus;
import io.tiercel.model.BlockId;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.Heartbeats;
import io.tiercel.sim.migrate.MigrationService.MigrationListener;
import io.tiercel.sim.storage.MemoryCopy;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The agent of one node. It polls the coordinator at each heartbeat and after each migration, reads one block at a time from each device, and
 * evicts blocks on order.
 */
final class SimulatedAgent {
    private final Context around;
    private final Node node;
    private final List<Device> devices;
    private final List<MigrationQueue> queues = new ArrayList<>();
    private final Map<BlockId, MemoryCopy> pinned = new LinkedHashMap<>();
    private final Heartbeats heartbeat;
    private final boolean yields;
    private boolean there = true;

    record Context(
            Engine engine,
            Cluster cluster,
            Storage storage,
            Migrations migrations,
            Map<BlockId, StoredBlock> blocks,
            MigrationListener listener) {
        private static final String POOL = "sim";

        long now() {
            return engine.now();
        }

        static BlockId id(StoredBlock block) {
            return new BlockId(POOL, block.id(), 0);
        }

        StoredBlock block(BlockId id) {
            StoredBlock block = blocks.get(id);
            if (block == null) {
                throw new IllegalStateException("block " + id + " was never asked for");
            }
            return block;
        }
    }

    /** The migrations of one device: one block at a time, in the order of the orders. */
    private static final class MigrationQueue {
        private final int index;
        private final List<BlockId> waiting = new ArrayList<>();
        private @Nullable MemoryCopy running;
        private long since;

        MigrationQueue(int index) {
            this.index = index;
        }

        boolean isBusy() {
            return running != null;
        }

        /** The next block, if there is one. It stays in the queue while it is read. */
        BlockId first() {
            return waiting.get(0);
        }

        void begins(MemoryCopy copy, long now) {
            running = copy;
            since = now;
        }

        /** Removes the first block, and returns the nanoseconds for which it was read. */
        long removeFirst(long now) {
            waiting.remove(0);
            long duration = running == null ? 0 : now - since;
            running = null;
            return duration;
        }

        /** Removes a block and cancels its read; false if it is not in the queue. */
        boolean remove(BlockId block) {
            MemoryCopy copy = running;
            if (copy != null && block.equals(waiting.get(0))) {
                copy.letGo();
                running = null;
            }
            return waiting.remove(block);
        }

        DeviceReport report(long now) {
            return new DeviceReport(index, waiting, running == null ? 0 : now - since, Integer.MAX_VALUE);
        }
    }

    /**
     * @param interval nanoseconds between two polls
     * @param yields whether it reads only while nobody else does
     */
    SimulatedAgent(Context around, Node node, long interval, boolean yields) {
        this.yields = yields;
        this.around = around;
        this.node = node;
        this.devices = sources(node);
        for (int d = 0; d < devices.size(); d++) {
            queues.add(new MigrationQueue(d));
        }
        long phase = interval * node.index() / around.cluster().nodes().size();
        this.heartbeat = new Heartbeats(around.engine(), 1, interval, (agent, beat) -> phase, agent -> poll());
    }

    static String name(int node) {
        return "node-" + node;
    }

    int deviceOf(StoredReplica replica) {
        return devices.indexOf(replica.device());
    }

    void join(long budget) {
        List<DeviceDescription> specs = devices.stream()
                .map(device -> new DeviceDescription(device.bandwidth().bytesPerSecond()))
                .toList();
        migrations().agents().join(name(node.index()), name(node.index()), specs, budget, List.of(), around.now());
    }

    void wake() {
        heartbeat.wake(0);
    }

    /** The state of an agent with nothing to do, as a client sees it. */
    static AgentStatus idle(Node node, long budget, long pinned) {
        List<AgentStatus.DeviceStatus> devices = sources(node).stream()
                .map(device -> new AgentStatus.DeviceStatus(device.bandwidth().bytesPerSecond(), 0))
                .toList();
        return new AgentStatus(name(node.index()), budget, pinned, 0, devices);
    }

    private static List<Device> sources(Node node) {
        return node.devices().stream()
                .filter(device -> device.tier() != Tier.MEMORY)
                .toList();
    }

    void fail() {
        there = false;
    }

    /** Drops its blocks and orders when its node is lost. They are migrated elsewhere. */
    void markLost() {
        for (MigrationQueue queue : queues) {
            while (!queue.waiting.isEmpty()) {
                BlockId id = queue.first();
                boolean read = queue.isBusy();
                queue.remove(id);
                if (read) {
                    around.listener().letsGo(node.index(), around.block(id));
                }
            }
        }
        pinned.forEach((id, copy) -> {
            copy.letGo();
            around.listener().letsGo(node.index(), around.block(id));
        });
        pinned.clear();
        migrations().agents().lose(name(node.index()), around.now());
    }

    /** Joins again, with nothing in memory. */
    void restore(long budget) {
        there = true;
        join(budget);
        wake();
    }

    private Migrations migrations() {
        return around.migrations();
    }

    /** Whether the next heartbeat has to poll again. */
    private boolean poll() {
        if (!there) {
            return false;
        }
        List<DeviceReport> reports =
                queues.stream().map(queue -> queue.report(around.now())).toList();
        AgentOrders orders = migrations()
                .agents()
                .poll(name(node.index()), reports, around.now())
                .orElseThrow(() -> new IllegalStateException("node " + node.index() + ": its agent has not joined"));
        orders.evict().forEach(this::letGo);
        for (BoundMigration order : orders.migrate()) {
            queues.get(order.device()).waiting.add(order.block());
        }
        for (MigrationQueue queue : queues) {
            work(queue);
        }
        return migrations().views().pending() > 0 || queues.stream().anyMatch(queue -> !queue.waiting.isEmpty());
    }

    private void letGo(Eviction eviction) {
        BlockId id = eviction.block();
        MemoryCopy copy = pinned.remove(id);
        boolean held = copy != null;
        if (copy != null) {
            copy.letGo();
        }
        for (MigrationQueue queue : queues) {
            boolean read = queue.isBusy() && queue.first().equals(id);
            held |= queue.remove(id) && read;
        }
        if (held) {
            around.listener().letsGo(node.index(), around.block(id));
        }
        migrations().agents().dropped(name(node.index()), id, "told to", around.now());
    }

    private void work(MigrationQueue queue) {
        while (!queue.isBusy() && !queue.waiting.isEmpty()) {
            BlockId id = queue.first();
            StoredBlock block = around.block(id);
            Optional<MemoryCopy> copy = replica(block)
                    .flatMap(replica -> around.storage().bringIn(replica, yields, () -> cameIn(queue, block)));
            if (copy.isPresent()) {
                queue.begins(copy.get(), around.now());
                around.listener().begins(node.index(), block);
            } else {
                queue.removeFirst(around.now());
                migrations().agents().dropped(name(node.index()), id, "no room in memory", around.now());
            }
        }
    }

    private Optional<StoredReplica> replica(StoredBlock block) {
        return block.replicas().stream()
                .filter(replica -> replica.node() == node.index())
                .findFirst();
    }

    private void cameIn(MigrationQueue queue, StoredBlock block) {
        if (!there) {
            return;
        }
        BlockId id = queue.first();
        replica(block).flatMap(StoredReplica::copy).ifPresent(copy -> pinned.put(id, copy));
        long duration = queue.removeFirst(around.now());
        around.listener().ends(node.index(), block);
        migrations().agents().migrated(name(node.index()), id, block.bytes(), 0, duration, around.now());
        poll();
        heartbeat.wake(0);
    }
}
