package io.tiercel.coordinator.state;

import io.tiercel.migrate.AgentOrders;
import io.tiercel.migrate.BoundMigration;
import io.tiercel.migrate.DeviceReport;
import io.tiercel.migrate.ReportOutcome;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What agents report, and what they are told. Whatever they say, only what fits is believed. */
final class HeartbeatHandler {
    private final World world;
    private final Aftermath aftermath;
    private final AgentSessions agents;
    private final ResidencySubscriptions watch;
    private final Counters counters;
    private long migrations;

    HeartbeatHandler(
            World world, Aftermath aftermath, AgentSessions agents, ResidencySubscriptions watch, Counters counters) {
        this.world = world;
        this.aftermath = aftermath;
        this.agents = agents;
        this.watch = watch;
        this.counters = counters;
    }

    HeartbeatReply exchange(Heartbeat said, long now) {
        AgentSession agent = world.agents.find(said.node());
        if (agent == null || !agent.alive || agent.session != said.session() || agent.budget != said.budget()) {
            return HeartbeatReply.REGISTER;
        }
        agents.seen(agent, now);
        agent.pinnedBytes = Math.max(0, said.pinned());
        said.rooms().forEach(room -> measured(agent, room, now));
        said.ended().forEach(end -> ended(agent, end, now));
        for (BlockId block : said.unpinned()) {
            if (!agent.strays.remove(block)) {
                world.migrations.dropped(agent.node, block, "the agent has let go of it", now);
            }
        }
        aftermath.settle(now);
        for (Heartbeat.InCache report : said.cached()) {
            cached(agent, report, now);
        }
        Optional<AgentOrders> orders = world.migrations.poll(agent.node, reports(agent, said), now);
        aftermath.settle(now);
        return orders.map(given -> orders(agent, given, said)).orElse(HeartbeatReply.REGISTER);
    }

    /** Before what has ended: that is the first that a device's estimate hears of it, and should be compared with what it can. */
    private void measured(AgentSession agent, Heartbeat.Room room, long now) {
        DeviceEntry device = agent.find(room.storage());
        if (device != null && device.present && device.measured(room.bytesPerSecond())) {
            world.migrations.measured(agent.node, device.index, device.measured.getAsDouble(), now);
        }
    }

    private void ended(AgentSession agent, Heartbeat.End end, long now) {
        AgentSession.Ordered ordered = agent.ended(end.migration());
        if (ordered != null && unnamed(end)) {
            // Called off before it had heard of it: then it does not know the block either.
            world.migrations.failed(agent.node, ordered.block(), end.failure(), now);
            return;
        }
        if (ordered != null && !ordered.block().equals(end.block())) {
            counters.nonsense++;
            world.migrations.failed(agent.node, ordered.block(), "the agent mistook it for another block", now);
            return;
        }
        if (!end.done()) {
            if (ordered == null) {
                return; // Said before; by now the block may be in another migration.
            }
            counters.failed++;
            String why = end.failure().isBlank() ? "it did not say why" : end.failure();
            world.migrations.failed(agent.node, end.block(), why, end.served(), now);
            return;
        }
        ReportOutcome outcome = world.migrations.migrated(agent.node, end.block(), end.bytes(), coldDuration(end), now);
        if (outcome == ReportOutcome.ACCEPTED) {
            counters.migrated++;
            counters.migratedBytes += end.bytes();
            if (ordered != null) {
                DeviceEntry device = agent.devices.get(ordered.device());
                device.migratedBlocks++;
                device.migratedBytes += end.bytes();
            }
        } else if (outcome != ReportOutcome.REPEATED) {
            counters.nonsense++;
        }
    }

    private static boolean unnamed(Heartbeat.End end) {
        return !end.done() && end.block().pool().isEmpty();
    }

    /** What the whole block would have taken from the device; 0, which teaches nothing, if most of it was in memory before. */
    private static long coldDuration(Heartbeat.End end) {
        long cold = end.bytes() - Math.max(0, end.found());
        return cold <= end.bytes() / 2 ? 0 : Math.round((double) end.served() * end.bytes() / cold);
    }

    private void cached(AgentSession agent, Heartbeat.InCache report, long now) {
        BlockRecord record = world.blocks.get(report.block());
        if (record == null) {
            agent.watch.order(report.block(), false);
            return;
        }
        if (AgentSessions.leftTheCache(agent, record, report.bytes())) {
            world.migrations.dropped(agent.node, record.id, "the kernel took its pages back", now);
        }
        watch.cached(agent, record, report, now);
        aftermath.settle(now);
    }

    private static List<DeviceReport> reports(AgentSession agent, Heartbeat said) {
        Map<Integer, List<BlockId>> queued = new HashMap<>();
        Map<Integer, Long> runningFor = new HashMap<>();
        for (Heartbeat.Running running : said.running()) {
            AgentSession.Ordered ordered = agent.ordered(running.migration());
            if (ordered == null) {
                continue;
            }
            List<BlockId> blocks = queued.computeIfAbsent(ordered.device(), none -> new ArrayList<>());
            OptionalLong elapsed = running.elapsed();
            if (elapsed.isPresent() && !runningFor.containsKey(ordered.device())) {
                blocks.add(0, ordered.block());
                runningFor.put(ordered.device(), Math.max(1, elapsed.getAsLong()));
            } else {
                blocks.add(ordered.block());
            }
        }
        Map<String, Integer> rooms = new HashMap<>();
        said.rooms().forEach(room -> rooms.put(room.storage(), Math.max(0, room.migrations())));
        List<DeviceReport> reports = new ArrayList<>();
        for (DeviceEntry device : agent.devices) {
            if (device.present) {
                reports.add(new DeviceReport(
                        device.index,
                        queued.getOrDefault(device.index, List.of()),
                        runningFor.getOrDefault(device.index, 0L),
                        rooms.getOrDefault(device.storage, 0)));
            }
        }
        return reports;
    }

    private HeartbeatReply orders(AgentSession agent, AgentOrders given, Heartbeat said) {
        List<HeartbeatReply.Migrate> migrate = new ArrayList<>();
        for (BoundMigration bound : given.migrate()) {
            AgentSession.Ordered ordered = agent.ordered(bound.block());
            if (ordered == null) {
                ordered = new AgentSession.Ordered(++migrations, bound.block(), bound.device());
                agent.order(ordered);
            }
            migrate.add(new HeartbeatReply.Migrate(
                    ordered.number(), bound.block(), agent.devices.get(bound.device()).storage, bound.bytes()));
        }
        Set<BlockId> unpin = new LinkedHashSet<>(agent.strays);
        List<Long> cancel = new ArrayList<>();
        for (Eviction eviction : given.evict()) {
            AgentSession.Ordered ordered = agent.ordered(eviction.block());
            if (ordered == null) {
                unpin.add(eviction.block());
            } else {
                cancel.add(ordered.number());
            }
        }
        WatchOrders.Batch batch = agent.watch.next(said.watchSerial());
        return new HeartbeatReply(
                false, migrate, List.copyOf(unpin), cancel, batch.watch(), batch.unwatch(), batch.serial());
    }
}
