package io.tiercel.migrate;

import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.MemoryBudget;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.model.BlockId;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Agents report what became of their migrations, and which blocks they hold no more. */
final class AgentReports {
    private final ReferenceLedger ledger;
    private final AgentRegistry agents;
    private final BlockLifecycle lifecycle;

    AgentReports(ReferenceLedger ledger, AgentRegistry agents, BlockLifecycle lifecycle) {
        this.ledger = ledger;
        this.agents = agents;
        this.lifecycle = lifecycle;
    }

    ReportOutcome migrated(String agent, BlockId block, long bytes, long found, long duration, long now) {
        AgentEntry reporting = agents.alive(agent);
        if (reporting == null) {
            return ReportOutcome.UNKNOWN_AGENT;
        }
        BlockEntry entry = ledger.block(block);
        DeviceEntry device = deviceAt(reporting, entry);
        if (entry == null || device == null) {
            long locked = MemoryBudget.locked(Math.max(0, bytes));
            reporting.memory().evictStranger(block, locked, EvictionReason.NOT_BOUND);
            return ReportOutcome.NOT_BOUND;
        }
        if (!device.bound().contains(entry)) {
            return ReportOutcome.REPEATED;
        }
        if (bytes != entry.bytes) {
            lifecycle.exclude(entry, device, EvictionReason.WRONG_LENGTH.text());
            if (entry.state() == BlockState.BOUND) {
                lifecycle.evict(entry, EvictionReason.WRONG_LENGTH);
            }
            lifecycle.cameIn(entry, now);
            return ReportOutcome.WRONG_LENGTH;
        }
        learn(device, entry, bytes - Math.max(0, found), duration, now);
        device.countMigrated(bytes);
        lifecycle.cameIn(entry, now);
        runNext(device, now);
        return ReportOutcome.ACCEPTED;
    }

    private static @Nullable DeviceEntry deviceAt(AgentEntry agent, @Nullable BlockEntry entry) {
        DeviceEntry device = entry == null ? null : entry.device();
        return device != null && device.agent == agent ? device : null;
    }

    /**
     * A migration teaches by the part of it that came from the device, if that is more than half. It cannot have taken longer than since
     * it was bound, nor no time at all.
     */
    private static void learn(DeviceEntry device, BlockEntry entry, long cold, long duration, long now) {
        if (cold > entry.bytes / 2 && duration > 0 && duration <= now - entry.time()) {
            device.estimator().finished(cold, duration, now);
        } else {
            device.estimator().idle(now);
        }
    }

    /** The agent goes on with the next in its queue. */
    private static void runNext(DeviceEntry device, long now) {
        BlockEntry next = device.running();
        if (next != null) {
            device.estimator().running(next.bytes, now, now);
        }
    }

    /** @param served nanoseconds for which the device was at work on it; empty if the agent does not say */
    ReportOutcome letGo(String agent, BlockId block, String why, OptionalLong served, long now) {
        AgentEntry reporting = agents.alive(agent);
        if (reporting == null) {
            return ReportOutcome.UNKNOWN_AGENT;
        }
        BlockEntry entry = ledger.block(block);
        DeviceEntry device = deviceAt(reporting, entry);
        if (entry == null || device == null || reporting.memory().hasStranger(block)) {
            reporting.memory().strangerLeft(block);
            return ReportOutcome.REPEATED;
        }
        if (entry.state() != BlockState.LEAVING) {
            lifecycle.exclude(entry, device, why);
        }
        boolean ran = device.running() == entry;
        lifecycle.gone(entry, now);
        if (ran) {
            served.ifPresentOrElse(
                    nanos -> device.estimator().givenUp(Math.max(0, nanos), now),
                    () -> device.estimator().idle(now));
            runNext(device, now);
        }
        return ReportOutcome.ACCEPTED;
    }
}
