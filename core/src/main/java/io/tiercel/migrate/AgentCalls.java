package io.tiercel.migrate;

import io.tiercel.migrate.ledger.AgentEntry;
import io.tiercel.migrate.ledger.AgentRegistry;
import io.tiercel.migrate.ledger.BlockEntry;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceEntry;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.EvictionReason;
import io.tiercel.migrate.ledger.MemoryBudget;
import io.tiercel.migrate.ledger.ReferenceLedger;
import io.tiercel.model.BlockId;
import io.tiercel.model.Preconditions;
import io.tiercel.model.ReadCurve;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Agents come, ask for work, report what became of their migrations, and go. Times are nanoseconds. */
public final class AgentCalls {
    /** A block of so many bytes that an agent has pinned from the device of that index, before it joined. */
    public record PinnedBlock(BlockId block, int device, long bytes) {
        public PinnedBlock {
            Preconditions.atLeast("bytes", bytes, 1);
        }
    }

    public enum ReportOutcome {
        ACCEPTED,
        /** It was said before; nothing changes. */
        REPEATED,
        /** The block is not this agent's to migrate; if it has the block, it must let go. */
        NOT_BOUND,
        /** More or less came in than the block has. */
        WRONG_LENGTH,
        /** The agent has to join first, again perhaps. */
        UNKNOWN_AGENT
    }

    private final ReferenceLedger ledger;
    private final AgentRegistry agents;
    private final BlockLifecycle lifecycle;
    private final WorkDispatcher dispatcher;

    /** When to look for blocks that wait for an agent in vain. Nanoseconds. */
    private long sweepAt;

    /** Whether blocks may have been given up for want of an agent. */
    private boolean hasOrphans;

    AgentCalls(ReferenceLedger ledger, AgentRegistry agents, BlockLifecycle lifecycle, WorkDispatcher dispatcher) {
        this.ledger = ledger;
        this.agents = agents;
        this.lifecycle = lifecycle;
        this.dispatcher = dispatcher;
        this.sweepAt = agents.firstGivenUp();
    }

    /** The device of that name, new if it was unknown. */
    public DeviceId device(String node, String host, String storage, String storageType) {
        return agents.device(node, host, storage, storageType).id;
    }

    /**
     * An agent offers its memory and its devices. One that has joined before and joins again is new; what it had is lost.
     *
     * @param host as block locations name its node
     * @param devices by index, or by name
     * @param budget bytes of memory that migrations may take, at least 0
     * @param pinned what it has in memory already
     */
    public void join(
            String name,
            String host,
            List<DeviceDescription> devices,
            long budget,
            List<PinnedBlock> pinned,
            long now) {
        dispatcher.markStale();
        lose(name, now);
        AgentEntry joined = agents.join(name, host, devices, budget, now);
        agents.forgetUnreported(joined, ledger.blocks());
        // The budget may be lower than before: blocks that jobs wait for come first.
        pinned.stream()
                .sorted(Comparator.comparing((PinnedBlock block) -> !isClaimed(block.block())))
                .forEach(block -> adopt(joined, block, now));
        if (hasOrphans) {
            restoreOrphans(now);
        }
    }

    private boolean isClaimed(BlockId block) {
        BlockEntry known = ledger.block(block);
        return known != null && known.isClaimed();
    }

    /** Brings in after all what was given up for want of an agent. */
    private void restoreOrphans(long now) {
        hasOrphans = false;
        for (BlockEntry entry : List.copyOf(ledger.blocks())) {
            if (entry.isOrphan()) {
                entry.sources(usable(entry.places(), now));
                lifecycle.settle(entry, EvictionReason.RELEASED, now);
                hasOrphans |= entry.isOrphan();
            }
        }
    }

    private void adopt(AgentEntry agent, PinnedBlock block, long now) {
        BlockEntry known = ledger.block(block.block());
        BlockEntry entry = known == null ? new BlockEntry(block.block(), block.bytes()) : known;
        boolean hasDevice = block.device() < agent.devices.size()
                && agent.devices.get(block.device()).isAlive();
        EvictionReason refused = null;
        if (!hasDevice) {
            refused = EvictionReason.NOT_BOUND;
        } else if (entry.bytes != block.bytes()) {
            refused = EvictionReason.WRONG_LENGTH;
        } else if (entry.state().inMemoryOrOnTheWay()) {
            if (entry.requireDevice().agent == agent) {
                return;
            }
            // What is there stays; what has not come in elsewhere yet is called off.
            if (entry.state() == BlockState.BOUND && agent.memory().budget.hasRoom(entry.locked())) {
                callOff(entry, now);
            } else {
                refused = EvictionReason.ELSEWHERE;
            }
        } else if (!agent.memory().budget.hasRoom(entry.locked())) {
            refused = EvictionReason.OVER_BUDGET;
        }
        if (refused != null) {
            agent.memory().evictStranger(block.block(), MemoryBudget.locked(block.bytes()), refused);
            return;
        }
        if (known == null) {
            lifecycle.add(entry);
        }
        lifecycle.adopt(entry, agent.devices.get(block.device()), now);
    }

    /** Its agent lets go of the block, whether or not it has come in there meanwhile. */
    private void callOff(BlockEntry entry, long now) {
        DeviceEntry device = entry.requireDevice();
        boolean ran = device.running() == entry;
        lifecycle.gone(entry, now);
        device.memory().evictArriving(entry.id, entry.locked(), EvictionReason.ELSEWHERE);
        if (ran) {
            runNext(device, now);
        }
    }

    /** The agent answers no more, and the kernel has unlocked what it had: what is still waited for is migrated elsewhere. */
    public void lose(String name, long now) {
        AgentEntry lost = agents.alive(name);
        if (lost != null) {
            dispatcher.markStale();
            for (BlockEntry entry : List.copyOf(lost.memory().blocks)) {
                lifecycle.gone(entry, now);
            }
            agents.leave(lost, now);
            sweepAt = Math.min(sweepAt, lost.expectedUntil());
        }
    }

    /** Lets go of agents that were silent for too long, and of blocks for which no agent will come. Says which agents. */
    List<String> expire(long now) {
        List<String> lost = new ArrayList<>();
        for (AgentEntry agent : agents.silent(now)) {
            lose(agent.name, now);
            lost.add(agent.name);
        }
        if (now >= sweepAt) {
            giveUpOrphans(now);
            sweepAt = agents.nextGivenUp(now);
        }
        return lost;
    }

    private void giveUpOrphans(long now) {
        for (BlockEntry entry : List.copyOf(ledger.blocks())) {
            if (entry.slot() >= 0 && !mayComeIn(entry, now)) {
                lifecycle.giveUp(entry, Rejection.Reason.NO_AGENT.text(), now);
                entry.markOrphan();
                hasOrphans = true;
            }
        }
    }

    private boolean mayComeIn(BlockEntry entry, long now) {
        return IntStream.of(entry.sources()).anyMatch(source -> agents.mayRead(agents.device(source), now));
    }

    /** No agent could be heard for so long. */
    void extendLeases(long nanos, long now) {
        agents.extendLeases(nanos, now);
        sweepAt = AgentRegistry.extend(sweepAt, nanos, now);
    }

    /** The devices of {@code replicas} from which a migration may be tried now. */
    int[] usable(int[] replicas, long now) {
        int[] usable = IntStream.of(replicas)
                .filter(each -> agents.mayRead(agents.device(each), now))
                .toArray();
        return usable.length == replicas.length ? replicas : usable;
    }

    /**
     * The agent reports how far its devices are, and asks for work for those that it lists. Empty if it has to join first. A sign of
     * life.
     */
    public Optional<AgentOrders> poll(String agent, List<DeviceReport> devices, long now) {
        return Optional.ofNullable(agents.alive(agent)).map(asking -> dispatcher.poll(asking, devices, now));
    }

    /** The agent has measured what a device yields with nobody else on it. A speed that no device has, and another's device, tell nothing. */
    public void measured(String agent, int device, double bytesPerSecond, long now) {
        AgentEntry measuring = agents.alive(agent);
        if (measuring != null
                && device < measuring.devices.size()
                && measuring.devices.get(device).measured(bytesPerSecond, now)) {
            dispatcher.markStale();
        }
    }

    /** The agent says whether a device's disk answers. While it does not, migrations go elsewhere. Another's device tells nothing. */
    public void hung(String agent, int device, boolean isHung) {
        AgentEntry reporting = agents.alive(agent);
        if (reporting != null
                && device < reporting.devices.size()
                && reporting.devices.get(device).hung(isHung)) {
            dispatcher.markStale();
        }
    }

    /** The agent has measured what several readers of a device get. Another's device tells nothing. */
    public void measured(String agent, int device, ReadCurve curve) {
        AgentEntry measuring = agents.alive(agent);
        if (measuring != null && device < measuring.devices.size()) {
            measuring.devices.get(device).measured(curve);
        }
    }

    /**
     * The agent has a block in memory that it was asked for.
     *
     * @param bytes that came in
     * @param found bytes of them that were in memory before: they say nothing about the device
     * @param duration nanoseconds that its device was at work on it
     */
    public ReportOutcome migrated(String agent, BlockId block, long bytes, long found, long duration, long now) {
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
        if (!device.bound.contains(entry)) {
            return ReportOutcome.REPEATED;
        }
        dispatcher.markStale();
        if (bytes != entry.bytes) {
            lifecycle.exclude(entry, device, "what came in has not the length of the block");
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

    private static void runNext(DeviceEntry device, long now) {
        BlockEntry next = device.running();
        if (next != null) {
            device.estimator().running(next.bytes, now, now);
        }
    }

    /**
     * The agent has dropped a block, or could not bring it in. If the coordinator had not asked for that, {@code why} gives the agent's
     * reason in one clause, and the agent does not get the block again.
     */
    public ReportOutcome dropped(String agent, BlockId block, String why, long now) {
        return letGo(agent, block, why, OptionalLong.empty(), now);
    }

    /**
     * The agent could not bring in a block that it was asked for; it is tried elsewhere. {@code why} is one clause.
     *
     * @param served nanoseconds for which the device was at work on it, and not kept from it by others
     */
    public ReportOutcome failed(String agent, BlockId block, String why, long served, long now) {
        return letGo(agent, block, why, OptionalLong.of(served), now);
    }

    private ReportOutcome letGo(String agent, BlockId block, String why, OptionalLong served, long now) {
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
        dispatcher.markStale();
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
