package io.tiercel.plan.dispatch;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Task;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates the blocks that tasks read into reads from devices, as a plan takes them. Thread-safe. */
public final class ReadTranslator {
    /** A node is an option for a task if it has this part of what the best node has. */
    private static final double ENOUGH = 0.5;

    /** A reader that has no replica. */
    private static final int NOWHERE = -1;

    private final ApplicationDevices devices;
    private final boolean followsPins;

    /** @param followsPins whether the application's readers go to pinned replicas on other nodes, where HDFS names these */
    public ReadTranslator(ApplicationDevices devices, boolean followsPins) {
        this.devices = devices;
        this.followsPins = followsPins;
    }

    /**
     * Adds a task that computes for no time.
     *
     * @param share of its blocks that it reads, 0 to 1
     * @param racks of the nodes
     */
    public void add(StageInputs.Builder builder, Task task, double share, int[] racks) {
        builder.task(share * task.bytes(), 0);
        if (knowsRemoteSource(task)) {
            readsOn(NOWHERE, task, racks).forEach((device, amount) -> builder.readsFar(device, share * amount));
        }
        // What is on its way into a cache should not pass the link twice.
        if (isAllShared(task) && !isArriving(task)) {
            builder.anywhere();
        }
        Map<Integer, Long> local = localBytes(task);
        double enough =
                ENOUGH * local.values().stream().mapToLong(bytes -> bytes).max().orElse(0);
        local.forEach((node, bytes) -> {
            if (bytes >= enough) {
                builder.option(node);
                readsOn(node, task, racks).forEach((device, amount) -> builder.reads(device, share * amount));
            }
        });
    }

    /** Whether a block is on its way into memory, or much of the input into caches: splits share pages, and some pack many small files. */
    public static boolean isArriving(Task task) {
        long intoCaches = 0;
        for (Block block : task.blocks()) {
            boolean isComing = isArriving(block);
            if (isComing && block.store() == null) {
                return true;
            }
            intoCaches += isComing ? block.bytes() : 0;
        }
        return intoCaches > 0 && intoCaches >= ENOUGH * task.bytes();
    }

    /** On its way into memory or the cache of one node, and not in that of another one. */
    private static boolean isArriving(Block block) {
        boolean isComing = false;
        for (Replica replica : block.replicas()) {
            Residency residency = replica.residency();
            boolean isCached = block.store() != null && !residency.arriving();
            if (residency.share() == 1 || isCached) {
                return false;
            }
            isComing |= residency.arriving();
        }
        return isComing;
    }

    /** Bytes of a task's input on each node that has some. */
    private Map<Integer, Long> localBytes(Task task) {
        Map<Integer, Long> bytes = new LinkedHashMap<>();
        for (Block block : task.blocks()) {
            sources(block).stream()
                    .map(Replica::node)
                    .distinct()
                    .forEach(node -> bytes.merge(node, block.bytes(), Long::sum));
        }
        return bytes;
    }

    /** Bytes by device, if the task runs on a node. */
    private Map<Integer, Double> readsOn(int node, Task task, int[] racks) {
        Map<Integer, Double> bytes = new LinkedHashMap<>();
        for (Block block : task.blocks()) {
            Replica local = fastest(block, node);
            String store = block.store();
            if (local == null && store != null) {
                bytes.merge(devices.shared(store), (double) block.bytes(), Double::sum);
                continue;
            }
            if (local != null && store != null && local.residency().arriving()) {
                bytes.merge(devices.shared(store), (double) block.bytes(), Double::sum); // It has yet to pass the link.
            }
            List<Replica> replicas = local != null ? List.of(local) : nearest(block, node, racks);
            replicas.forEach(replica -> read(replica, (double) block.bytes() / replicas.size(), bytes));
        }
        return bytes;
    }

    private void read(Replica replica, double amount, Map<Integer, Double> bytes) {
        double inMemory = amount * replica.residency().share();
        if (inMemory > 0) {
            bytes.merge(devices.memory(replica.node()), inMemory, Double::sum);
        }
        if (inMemory < amount) {
            bytes.merge(devices.of(replica.node(), replica), amount - inMemory, Double::sum);
        }
    }

    private @Nullable Replica fastest(Block block, int node) {
        return sources(block).stream()
                .filter(replica -> replica.node() == node)
                .min(Comparator.comparing(Replica::tier))
                .orElse(null);
    }

    /** The replicas among which HDFS chooses for a reader that has none: those of its rack, else all. */
    private List<Replica> nearest(Block block, int node, int[] racks) {
        List<Replica> all = sources(block);
        List<Replica> near = all.stream()
                .filter(replica -> isInRack(replica.node(), node, racks))
                .toList();
        return near.isEmpty() ? all : near;
    }

    /** The replicas that a reader may read: those to which readers of all nodes are sent, else all. */
    private List<Replica> sources(Block block) {
        List<Replica> drawing = followsPins
                ? block.replicas().stream()
                        .filter(replica -> replica.residency().drawsReaders())
                        .toList()
                : List.of();
        return drawing.isEmpty() ? block.replicas() : drawing;
    }

    /** Whether readers on any node are sent to shared storage or a certain replica, for each of a task's blocks. */
    private boolean knowsRemoteSource(Task task) {
        return !task.blocks().isEmpty()
                && task.blocks().stream().allMatch(block -> {
                    List<Replica> sources = sources(block);
                    return block.store() != null
                            || !sources.isEmpty() && sources.get(0).residency().drawsReaders();
                });
    }

    private static boolean isAllShared(Task task) {
        return !task.blocks().isEmpty() && task.blocks().stream().allMatch(block -> block.store() != null);
    }

    private static boolean isInRack(int one, int other, int[] racks) {
        return Math.min(one, other) >= 0 && Math.max(one, other) < racks.length && racks[one] == racks[other];
    }
}
