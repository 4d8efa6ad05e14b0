package io.tiercel.migrate;

import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.estimate.QueueDepth;
import io.tiercel.migrate.ledger.AgentMemory;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers a device that asks for work: what it has not taken note of, and what is bound to it now. */
final class WorkDispatcher {
    private final MigrationSettings settings;
    private final PendingQueue pending;
    private final MigrationBinder binder;
    private final BlockLifecycle lifecycle;

    WorkDispatcher(MigrationSettings settings, PendingQueue pending, MigrationBinder binder, BlockLifecycle lifecycle) {
        this.settings = settings;
        this.pending = pending;
        this.binder = binder;
        this.lifecycle = lifecycle;
    }

    /** Takes note of how far the device is. */
    void report(DeviceEntry device, DeviceReport report, long now) {
        List<BlockEntry> bound = device.bound();
        if (report.runningFor() == 0 || report.queued().isEmpty()) {
            device.estimator().idle(now);
            return;
        }
        for (int i = 0; i < bound.size(); i++) {
            BlockEntry entry = bound.get(i);
            if (entry.id.equals(report.queued().get(0))) {
                bound.remove(i);
                bound.add(0, entry);
                // It cannot have begun before it was bound, whatever the agent says.
                device.estimator().running(entry.bytes, Math.max(entry.time(), now - report.runningFor()), now);
                return;
            }
        }
    }

    /** Earlier and new bindings that the agent has not queued yet. */
    List<BoundMigration> orders(DeviceEntry device, DeviceReport report, long now) {
        Set<BlockId> queued = new HashSet<>(report.queued());
        List<BoundMigration> orders = new ArrayList<>();
        for (BlockEntry entry : device.bound()) {
            if (entry.state() == BlockState.BOUND && !queued.contains(entry.id)) {
                orders.add(order(entry, device));
            }
        }
        for (int places = report.freePlaces() - orders.size(); places > 0; places--) {
            BlockEntry entry = device.wantsMore(settings.pollInterval(), now) ? next(device, now) : null;
            if (entry == null || !mayBind(entry, device.memory())) {
                break;
            }
            lifecycle.bind(entry, device, now);
            orders.add(order(entry, device));
        }
        return orders;
    }

    /** A block that the agent is to let go of, because it should not have it, cannot be asked for before it has. */
    private static boolean mayBind(BlockEntry entry, AgentMemory memory) {
        return memory.budget().hasRoom(entry.locked()) && !memory.hasStranger(entry.id);
    }

    /** The memory that the device's whole queue will need: all of it at once, because it takes a poll until the agent has let go. */
    Optional<MemoryReclaimer.Demand> demand(DeviceEntry device, long now) {
        BlockEntry entry = next(device, now);
        if (entry == null) {
            return Optional.empty();
        }
        double blockTime = device.estimator().nanosAtFullBandwidth(entry.bytes);
        long queue = Math.min(pending.size(), 1L + QueueDepth.beside(settings.pollInterval(), blockTime));
        return Optional.of(new MemoryReclaimer.Demand(entry.locked(), queue * entry.locked()));
    }

    private @Nullable BlockEntry next(DeviceEntry device, long now) {
        double perByte = device.estimator().nanosPerByte(now);
        int slot = binder.next(pending, device.ordinal, perByte, device.queuedBytes(settings.estimator(), now));
        return slot < 0 ? null : pending.entry(slot);
    }

    private static BoundMigration order(BlockEntry entry, DeviceEntry device) {
        return new BoundMigration(entry.id, device.id.device(), entry.bytes);
    }
}
