package io.tiercel.migrate;

import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.ledger.AgentMemory;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.MigrationPriority;
import io.tiercel.migrate.ledger.ReferenceLedger;
import java.util.Arrays;

/**
 * Takes a block from state to state, and with it what is counted: the pending queue, the agents' budgets, what nobody claims, and what
 * agents are told to let go. Every byte that an agent may hold is counted in its budget from before the agent is asked to bring it
 * in until it has said that it let go.
 */
record BlockLifecycle(
        MigrationSettings settings,
        ReferenceLedger ledger,
        PendingQueue pending,
        MigrationBinder binder,
        BlockStateListener listener) {
    private static final int[] NOWHERE = {};

    void add(BlockEntry entry) {
        ledger.add(entry);
        listener.added(entry.id);
    }

    /** Updates a block after its claims changed. If it has to go, the agent learns {@code reason}. */
    void settle(BlockEntry entry, EvictionReason reason, long now) {
        switch (entry.state()) {
            case IDLE -> settleIdle(entry);
            case PENDING -> settlePending(entry);
            case BOUND -> {
                if (!entry.isClaimed()) {
                    evict(entry, reason == EvictionReason.READ ? EvictionReason.WITHDRAWN : reason);
                }
            }
            case PINNED -> settlePinned(entry, reason, now + settings.retention());
            case LEAVING -> {
                if (entry.isClaimed() && entry.requireDevice().memory().rescind(entry)) {
                    become(entry, entry.isQueued() ? BlockState.BOUND : BlockState.PINNED);
                }
            }
        }
    }

    private void settleIdle(BlockEntry entry) {
        MigrationPriority place = entry.awaitedAt();
        if (place != null && entry.sources().length > 0) {
            entry.become(BlockState.PENDING);
            entry.slot(pending.add(entry, place, settings.estimator().charged(entry.bytes)));
        } else if (!entry.isClaimed()) {
            ledger.forget(entry);
            listener.forgotten(entry.id);
        }
    }

    private void settlePending(BlockEntry entry) {
        MigrationPriority place = entry.awaitedAt();
        if (place == null || entry.sources().length == 0) {
            unqueue(entry);
            settleIdle(entry);
        } else {
            pending.move(entry.slot(), place);
        }
    }

    /** Keeps a block that nobody claims until {@code until}, or lets it go if nothing is retained. */
    private void settlePinned(BlockEntry entry, EvictionReason reason, long until) {
        AgentMemory memory = entry.requireDevice().memory();
        if (entry.isClaimed()) {
            memory.removeUnclaimed(entry);
        } else if (settings.retention() == 0) {
            evict(entry, reason);
        } else if (!memory.unclaimed.contains(entry)) {
            entry.time(until);
            memory.addUnclaimed(entry);
        }
    }

    void unqueue(BlockEntry entry) {
        binder.removed(entry.slot());
        pending.remove(entry.slot());
        entry.slot(-1);
        entry.become(BlockState.IDLE);
    }

    /** Hands a pending block to a device whose agent has room for it. */
    void bind(BlockEntry entry, DeviceEntry device, long now) {
        if (!device.memory().budget.reserve(entry.locked())) {
            throw new IllegalStateException("no room for " + entry.id + ": " + device.memory().budget);
        }
        unqueue(entry);
        device.bound.add(entry);
        entry.time(now);
        enter(entry, device, BlockState.BOUND);
    }

    /** A bound block, or one told to leave before it came in, has come in. */
    void cameIn(BlockEntry entry, long now) {
        DeviceEntry device = entry.requireDevice();
        device.bound.remove(entry);
        device.memory().budget.pin(entry.locked());
        entry.entered(now);
        if (entry.state() == BlockState.BOUND) {
            become(entry, BlockState.PINNED);
            settlePinned(entry, EvictionReason.WITHDRAWN, now + settings.retention());
        }
    }

    /** An agent that joins has the block in memory already; it is kept for as long as a job that comes back may take. */
    void adopt(BlockEntry entry, DeviceEntry device, long now) {
        if (entry.state() == BlockState.PENDING) {
            unqueue(entry);
        }
        device.memory().budget.reserve(entry.locked());
        device.memory().budget.pin(entry.locked());
        entry.entered(now);
        enter(entry, device, BlockState.PINNED);
        if (!entry.isClaimed()) {
            entry.time(now + Math.max(settings.lease(), settings.retention()));
            device.memory().addUnclaimed(entry);
        }
    }

    void evict(BlockEntry entry, EvictionReason reason) {
        AgentMemory memory = entry.requireDevice().memory();
        memory.removeUnclaimed(entry);
        memory.evict(entry, reason);
        become(entry, BlockState.LEAVING);
    }

    /** Drops a block whose file has changed since it was read, even if jobs claim it. It does not come back. */
    void invalidate(BlockEntry entry, long now) {
        settle(entry, EvictionReason.INVALID, now);
        if (entry.state() == BlockState.PINNED || entry.state() == BlockState.BOUND) {
            evict(entry, EvictionReason.INVALID);
        } else if (entry.state() == BlockState.LEAVING) {
            entry.requireDevice().memory().evictFor(entry.id, EvictionReason.INVALID);
        }
    }

    /** The block is not brought in from anywhere any more; jobs that claim it see why. One clause. */
    void giveUp(BlockEntry entry, String why, long now) {
        entry.failure(why);
        entry.sources(NOWHERE);
        if (entry.state() == BlockState.PENDING) {
            settle(entry, EvictionReason.RELEASED, now);
        }
    }

    /** The agent holds the block no more, whether in memory or in its queue. */
    void gone(BlockEntry entry, long now) {
        DeviceEntry device = entry.requireDevice();
        AgentMemory memory = device.memory();
        if (device.bound.remove(entry)) {
            memory.budget.cancel(entry.locked());
        } else {
            memory.budget.unpin(entry.locked());
        }
        if (entry.state() == BlockState.LEAVING) {
            memory.left(entry);
        }
        memory.removeUnclaimed(entry);
        memory.blocks.remove(entry);
        become(entry, BlockState.IDLE);
        entry.device(null);
        settle(entry, EvictionReason.RELEASED, now);
    }

    /** The device is not asked for this block again. {@code why} is one clause. */
    void exclude(BlockEntry entry, DeviceEntry device, String why) {
        entry.failure("every agent asked for it failed, the last: " + device.id + ": " + why);
        entry.sources(Arrays.stream(entry.sources())
                .filter(each -> each != device.ordinal)
                .toArray());
    }

    private void enter(BlockEntry entry, DeviceEntry device, BlockState state) {
        entry.device(device);
        device.memory().blocks.add(entry);
        become(entry, state);
    }

    private void become(BlockEntry entry, BlockState state) {
        entry.become(state);
        listener.changed(entry.id, state, entry.requireDevice().id);
    }
}
