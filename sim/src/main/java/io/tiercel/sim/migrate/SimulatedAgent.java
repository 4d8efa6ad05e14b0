package io.tiercel.sim.migrate;

import io.tiercel.migrate.AgentOrders;
import io.tiercel.migrate.BoundMigration;
import io.tiercel.migrate.DeviceReport;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.migrate.status.AgentStatus;
import io.tiercel.model.BlockId;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Heartbeat;
import io.tiercel.sim.storage.MemoryCopy;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The agent of one node. It polls the coordinator at each heartbeat and after each migration, reads one block at a time from each device, and
 * evicts blocks on order.
 */
final class SimulatedAgent {
    private final AgentContext around;
    private final Node node;
    private final List<Device> devices;
    private final List<MigrationQueue> queues = new ArrayList<>();
    private final Map<BlockId, MemoryCopy> pinned = new LinkedHashMap<>();
    private final Heartbeat heartbeat;
    private final boolean yields;
    private boolean there = true;

    /**
     * @param interval nanoseconds between two polls
     * @param yields whether it reads only while nobody else does
     */
    SimulatedAgent(AgentContext around, Node node, long interval, boolean yields) {
        this.yields = yields;
        this.around = around;
        this.node = node;
        this.devices = node.devices().stream()
                .filter(device -> device.tier() != Tier.MEMORY)
                .toList();
        for (int d = 0; d < devices.size(); d++) {
            queues.add(new MigrationQueue(d));
        }
        long phase = interval * node.index() / around.cluster().nodes().size();
        this.heartbeat = new Heartbeat(around.engine(), interval, phase, this::poll);
    }

    static String name(int node) {
        return "node-" + node;
    }

    /** The index of a replica's device. */
    int deviceOf(StoredReplica replica) {
        return devices.indexOf(replica.device());
    }

    void join(long budget) {
        List<DeviceDescription> specs = devices.stream()
                .map(device -> new DeviceDescription(device.bandwidth().bytesPerSecond()))
                .toList();
        migrations().agentJoined(name(node.index()), specs, budget, List.of(), around.now());
    }

    /** Polls at the next heartbeat. */
    void wake() {
        heartbeat.wake();
    }

    /** Its state as a client sees it while its node is lost. */
    AgentStatus missing() {
        return new AgentStatus(
                name(node.index()),
                0,
                0,
                0,
                0,
                0,
                devices.stream()
                        .map(device ->
                                new AgentStatus.DeviceStatus(device.bandwidth().bytesPerSecond(), 0))
                        .toList());
    }

    void fail() {
        there = false;
    }

    /** Drops its blocks and orders when its node is lost. They are migrated elsewhere. */
    void markLost() {
        for (MigrationQueue queue : queues) {
            while (!queue.isEmpty()) {
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
        migrations().agentLost(name(node.index()), around.now());
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
                .poll(name(node.index()), reports, around.now())
                .orElseThrow(() -> new IllegalStateException("node " + node.index() + ": its agent has not joined"));
        orders.evict().forEach(this::letGo);
        for (BoundMigration order : orders.migrate()) {
            queues.get(order.device()).add(order.block());
        }
        for (MigrationQueue queue : queues) {
            work(queue);
        }
        return migrations().views().pending() > 0 || queues.stream().anyMatch(queue -> !queue.isEmpty());
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
        migrations().dropped(name(node.index()), id, "told to", around.now());
    }

    private void work(MigrationQueue queue) {
        while (!queue.isBusy() && !queue.isEmpty()) {
            BlockId id = queue.first();
            StoredBlock block = around.block(id);
            Optional<MemoryCopy> copy = replica(block)
                    .flatMap(replica -> around.storage().bringIn(replica, yields, () -> cameIn(queue, block)));
            if (copy.isPresent()) {
                queue.begins(copy.get(), around.now());
                around.listener().begins(node.index(), block);
            } else {
                queue.removeFirst(around.now());
                migrations().failed(name(node.index()), id, "no room in memory", around.now());
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
        migrations().migrated(name(node.index()), id, block.bytes(), duration, around.now());
        poll();
        heartbeat.wake();
    }
}
