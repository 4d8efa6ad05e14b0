package io.tiercel.migrate;

import io.tiercel.migrate.AgentOrders.BoundMigration;
import io.tiercel.migrate.Migrations.EvictionOrder;
import io.tiercel.migrate.bind.FinishTimes;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentMemory;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers an agent that asks for work: binds pending blocks to its devices, and evicts blocks for those that will follow. */
final class WorkDispatcher {
    /** Targets are recomputed at most once in so many nanoseconds per pending block and device, so that it costs a few percent. */
    private static final long RETARGET_SPACING = 1_000;

    private final MigrationSettings settings;
    private final AgentRegistry agents;
    private final PendingQueue pending;
    private final MigrationBinder binder;
    private final EvictionOrder order;
    private final BlockLifecycle lifecycle;
    private boolean stale = true;
    private long retargetedAt = Long.MIN_VALUE;

    WorkDispatcher(
            MigrationSettings settings,
            AgentRegistry agents,
            PendingQueue pending,
            MigrationBinder binder,
            EvictionOrder order,
            BlockLifecycle lifecycle) {
        this.settings = settings;
        this.agents = agents;
        this.pending = pending;
        this.binder = binder;
        this.order = order;
        this.lifecycle = lifecycle;
    }

    void markStale() {
        stale = true;
    }

    void retarget(long now) {
        stale = false;
        retargetedAt = now;
        binder.retarget(pending, FinishTimes.of(agents, settings.estimator(), now));
    }

    private void retargetIfDue(long now) {
        long spacing = RETARGET_SPACING * (pending.size() + agents.devices());
        boolean first = retargetedAt == Long.MIN_VALUE;
        if (pending.size() > 0 && (first || now - retargetedAt >= (stale ? spacing : settings.pollInterval()))) {
            retarget(now);
        }
    }

    AgentOrders poll(AgentEntry agent, List<DeviceReport> devices, long now) {
        agent.seen(now);
        devices.forEach(report -> note(reporting(agent, report), report, now));
        retargetIfDue(now);
        List<BoundMigration> migrate = new ArrayList<>();
        devices.forEach(report -> bind(reporting(agent, report), report, migrate, now));
        makeRoom(agent, devices, now);
        return new AgentOrders(agent.memory().tell(), migrate);
    }

    private static DeviceEntry reporting(AgentEntry agent, DeviceReport report) {
        if (report.device() >= agent.devices.size()
                || !agent.devices.get(report.device()).isAlive()) {
            throw new IllegalArgumentException(
                    agent.name + ": expected a device below " + agent.devices.size() + ", got " + report.device());
        }
        return agent.devices.get(report.device());
    }

    private static void note(DeviceEntry device, DeviceReport report, long now) {
        List<BlockEntry> bound = device.bound;
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

    /** Orders earlier and new bindings that the agent has not queued yet. */
    private void bind(DeviceEntry device, DeviceReport report, List<BoundMigration> orders, long now) {
        Set<BlockId> queued = new HashSet<>(report.queued());
        int places = report.freePlaces();
        for (BlockEntry entry : device.bound) {
            if (entry.state() == BlockState.BOUND && !queued.contains(entry.id)) {
                orders.add(new BoundMigration(entry.id, device.id.device(), entry.bytes));
                places--;
            }
        }
        for (; places > 0; places--) {
            BlockEntry entry = device.wantsMore(settings.pollInterval(), now) ? next(device, now) : null;
            if (entry == null || !mayBind(entry, device.memory())) {
                return;
            }
            lifecycle.bind(entry, device, now);
            orders.add(new BoundMigration(entry.id, device.id.device(), entry.bytes));
        }
    }

    /** A block that the agent is to let go of, because it should not have it, cannot be asked for before it has. */
    private static boolean mayBind(BlockEntry entry, AgentMemory memory) {
        return memory.budget.hasRoom(entry.locked()) && !memory.hasStranger(entry.id);
    }

    private @Nullable BlockEntry next(DeviceEntry device, long now) {
        double perByte = device.estimator().nanosPerByte(now);
        int slot = binder.next(pending, device.ordinal, perByte, device.queuedBytes(settings.estimator(), now));
        return slot < 0 ? null : pending.entry(slot);
    }

    /**
     * Evicts blocks that nobody claims, oldest first, until the devices' whole queues will fit: all at once, because it takes a poll
     * until the agent has let go. What leaves already counts. Devices are looked at in turn. One whose next migration no longer fits is
     * passed over.
     */
    private void makeRoom(AgentEntry agent, List<DeviceReport> devices, long now) {
        AgentMemory memory = agent.memory();
        long least = 0;
        long wanted = 0;
        for (DeviceReport report : devices) {
            DeviceEntry device = reporting(agent, report);
            BlockEntry entry = next(device, now);
            if (entry != null && memory.room() >= least + entry.locked()) {
                least += entry.locked();
                long depth = 1L + device.estimator().depthBesideRunning(entry.bytes, settings.pollInterval());
                wanted += Math.min(pending.size(), depth) * entry.locked();
            }
        }
        long missing = wanted - memory.budget.free() - memory.leavingBytes();
        if (least > 0 && missing > 0) {
            evict(memory, missing, now);
        }
    }

    private void evict(AgentMemory memory, long bytes, long now) {
        record Candidate(BlockEntry entry, double age) {}
        List<Candidate> candidates = new ArrayList<>();
        memory.unclaimed.forEach(entry -> candidates.add(new Candidate(entry, order.age(entry.use(), now))));
        candidates.sort(Comparator.comparingDouble(Candidate::age).reversed());
        long missing = bytes;
        for (Candidate candidate : candidates) {
            if (missing <= 0) {
                return;
            }
            missing -= candidate.entry().locked();
            lifecycle.evict(candidate.entry(), EvictionReason.MADE_ROOM);
        }
    }
}
