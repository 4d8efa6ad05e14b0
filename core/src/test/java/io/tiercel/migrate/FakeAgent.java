package io.tiercel.migrate;

import io.tiercel.migrate.AgentOrders.BoundMigration;
import io.tiercel.migrate.ledger.MemoryBudget;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An agent that carries orders out when a history says so. */
final class FakeAgent {
    final String name;
    final long budget;
    final int devices;

    /** By device, the one that it reads first. */
    final List<List<BoundMigration>> queues = new ArrayList<>();

    final Map<BlockId, BoundMigration> pinned = new LinkedHashMap<>();

    boolean joined;

    FakeAgent(String name, long budget, int devices) {
        this.name = name;
        this.budget = budget;
        this.devices = devices;
        for (int device = 0; device < devices; device++) {
            queues.add(new ArrayList<>());
        }
    }

    /** The most that it may lock: what it has, and what it has been asked for. */
    long lockedBytes() {
        long sum = pinned.values().stream()
                .mapToLong(each -> MemoryBudget.locked(each.bytes()))
                .sum();
        for (List<BoundMigration> queue : queues) {
            sum += queue.stream()
                    .mapToLong(each -> MemoryBudget.locked(each.bytes()))
                    .sum();
        }
        return sum;
    }

    long pinnedBytes() {
        return pinned.values().stream()
                .mapToLong(each -> MemoryBudget.locked(each.bytes()))
                .sum();
    }

    List<DeviceReport> reports() {
        List<DeviceReport> reports = new ArrayList<>();
        for (int device = 0; device < devices; device++) {
            List<BlockId> queued =
                    queues.get(device).stream().map(BoundMigration::block).toList();
            reports.add(new DeviceReport(device, queued, queued.isEmpty() ? 0 : 1_000_000, 3));
        }
        return reports;
    }

    /** Takes note of orders to migrate, of each once. */
    void queue(BoundMigration order) {
        List<BoundMigration> queue = queues.get(order.device());
        if (!pinned.containsKey(order.block()) && !queue.contains(order)) {
            queue.add(order);
        }
    }

    void letGo(BlockId block) {
        pinned.remove(block);
        queues.forEach(queue -> queue.removeIf(each -> each.block().equals(block)));
    }

    /** The process dies: the kernel unlocks. */
    void die() {
        pinned.clear();
        forgetQueues();
    }

    void forgetQueues() {
        queues.forEach(List::clear);
    }
}
