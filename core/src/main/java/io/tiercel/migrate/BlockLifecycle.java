package io.tiercel.migrate;

import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.migrate.bind.PendingGroup;
import io.tiercel.migrate.bind.PendingQueue;
import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.ReferenceLedger;
import java.util.Arrays;
import java.util.Optional;

/**
 * Takes a block from state to state, and with it what is counted: the pending queue, the agents' budgets, what nobody claims, and what
 * agents are told to let go. Every byte that an agent may hold is counted in its budget from before the agent is asked to bring it
 * in until it has said that it let go.
 */
public final class BlockLifecycle {
    private final MigrationSettings settings;
    private final ReferenceLedger ledger;
    private final PendingQueue pending;
    private final MigrationBinder binder;
    private final BlockStateListener listener;

    BlockLifecycle(
            MigrationSettings settings,
            ReferenceLedger ledger,
            PendingQueue pending,
            MigrationBinder binder,
            BlockStateListener listener) {
        this.settings = settings;
        this.ledger = ledger;
        this.pending = pending;
        this.binder = binder;
        this.listener = listener;
    }

    /** Draws the consequences of a change of claims; {@code reason} is told to the agent if the block has to go. */
    void settle(BlockEntry entry, EvictionReason reason, long now) {
        switch (entry.state) {
            case IDLE -> settleIdle(entry);
            case PENDING -> settlePending(entry);
            case BOUND -> {
                if (!entry.claimed()) {
                    evict(entry, reason == EvictionReason.READ ? EvictionReason.WITHDRAWN : reason);
                }
            }
            case PINNED -> settlePinned(entry, reason, now + settings.retention());
            case LEAVING -> {
                if (entry.claimed() && entry.requireDevice().agent().rescind(entry)) {
                    become(entry, entry.requireDevice().bound().contains(entry) ? BlockState.BOUND : BlockState.PINNED);
                }
            }
        }
    }

    private void settleIdle(BlockEntry entry) {
        PendingGroup group = entry.awaitedIn();
        if (group != null && entry.replicas().length > 0) {
            entry.state = BlockState.PENDING;
            entry.slot(pending.add(entry, group, settings.estimator().charged(entry.bytes)));
        } else if (!entry.claimed()) {
            ledger.forget(entry);
        }
    }

    private void settlePending(BlockEntry entry) {
        PendingGroup group = entry.awaitedIn();
        if (group == null) {
            unqueue(entry);
            settleIdle(entry);
        } else {
            pending.move(entry.slot(), group);
        }
    }

    /** Keeps a block that nobody claims until {@code until}, or lets it go if nothing is retained. */
    private void settlePinned(BlockEntry entry, EvictionReason reason, long until) {
        AgentEntry agent = entry.requireDevice().agent();
        if (entry.claimed()) {
            agent.removeUnclaimed(entry);
        } else if (settings.retention() == 0) {
            evict(entry, reason);
        } else if (!agent.unclaimed().contains(entry)) {
            entry.time = until;
            agent.addUnclaimed(entry);
        }
    }

    /** A block that waits, waits no more. */
    void unqueue(BlockEntry entry) {
        binder.removed(entry.slot());
        pending.remove(entry.slot());
        entry.slot(-1);
        entry.state = BlockState.IDLE;
    }

    /** Hands a pending block to a device whose agent has room for it. */
    void bind(BlockEntry entry, DeviceEntry device, long now) {
        if (!device.agent().budget.reserve(entry.locked())) {
            throw new IllegalStateException("no room for " + entry.id + ": " + device.agent().budget);
        }
        unqueue(entry);
        device.bound().add(entry);
        entry.time = now;
        enter(entry, device, BlockState.BOUND);
    }

    /** A bound block, or one told to leave before it came in, has come in. */
    void cameIn(BlockEntry entry, long now) {
        DeviceEntry device = entry.requireDevice();
        device.bound().remove(entry);
        device.agent().budget.pin(entry.locked());
        entry.reads = 0;
        entry.lastUse = now;
        if (entry.state == BlockState.BOUND) {
            become(entry, BlockState.PINNED);
            settlePinned(entry, EvictionReason.WITHDRAWN, now + settings.retention());
        }
    }

    /** An agent that joins has the block in memory already; it is kept for as long as a job that comes back may take. */
    void adopt(BlockEntry entry, DeviceEntry device, long now) {
        if (entry.state == BlockState.PENDING) {
            unqueue(entry);
        }
        device.agent().budget.reserve(entry.locked());
        device.agent().budget.pin(entry.locked());
        entry.lastUse = now;
        enter(entry, device, BlockState.PINNED);
        if (!entry.claimed()) {
            entry.time = now + Math.max(settings.lease(), settings.retention());
            device.agent().addUnclaimed(entry);
        }
    }

    /** Tells the agent to let go. */
    void evict(BlockEntry entry, EvictionReason reason) {
        AgentEntry agent = entry.requireDevice().agent();
        agent.removeUnclaimed(entry);
        agent.evict(entry, new Eviction(agent.name, entry.id, reason));
        become(entry, BlockState.LEAVING);
    }

    /** The agent holds the block no more, whether in memory or in its queue. */
    void gone(BlockEntry entry, long now) {
        DeviceEntry device = entry.requireDevice();
        AgentEntry agent = device.agent();
        if (device.bound().remove(entry)) {
            agent.budget.cancel(entry.locked());
        } else {
            agent.budget.unpin(entry.locked());
        }
        if (entry.state == BlockState.LEAVING) {
            agent.left(entry);
        }
        agent.removeUnclaimed(entry);
        agent.blocks.remove(entry);
        entry.device = null;
        become(entry, BlockState.IDLE);
        settle(entry, EvictionReason.RELEASED, now);
    }

    /** The device is not asked for this block again. */
    void exclude(BlockEntry entry, DeviceEntry device) {
        entry.replicas(Arrays.stream(entry.replicas())
                .filter(each -> each != device.ordinal)
                .toArray());
    }

    private void enter(BlockEntry entry, DeviceEntry device, BlockState state) {
        entry.device = device;
        device.agent().blocks.add(entry);
        become(entry, state);
    }

    private void become(BlockEntry entry, BlockState state) {
        entry.state = state;
        listener.changed(entry.id, state, Optional.ofNullable(entry.device).map(device -> device.id));
    }
}
