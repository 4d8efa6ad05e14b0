package io.tiercel.coordinator.state;

import io.tiercel.coordinator.state.AgentSession.Order;
import io.tiercel.migrate.AgentCalls.PinnedBlock;
import io.tiercel.migrate.AgentCalls.ReportOutcome;
import io.tiercel.migrate.AgentOrders;
import io.tiercel.migrate.AgentOrders.BoundMigration;
import io.tiercel.migrate.DeviceReport;
import io.tiercel.migrate.Migrations;
import io.tiercel.migrate.ledger.BlockState;
import io.tiercel.migrate.ledger.DeviceDescription;
import io.tiercel.migrate.ledger.DeviceId;
import io.tiercel.migrate.ledger.Eviction;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.Held;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.ResidenceState;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Running;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** Takes agents in, and answers their reports with orders. Only what fits is believed. */
final class AgentHandler {
    private static final long MICRO = 1_000;

    /** No agent has that many devices: a block there is not the agent's to hold. */
    private static final int NO_DEVICE = Integer.MAX_VALUE;

    private static final int MOST_DEVICES = 1_000;

    /** Of each kind in one report. No agent has as many blocks in memory: each takes a mapping. */
    private static final int MOST_REPORTED = 100_000;

    /** Names of nodes, hosts and storages are shorter. */
    private static final int MOST_NAME_CHARACTERS = 255;

    /** People read it. The coordinator keeps it for each block that has failed. */
    private static final int MOST_REASON_CHARACTERS = 500;

    static final ExchangeReply REGISTER =
            ExchangeReply.newBuilder().setRegister(true).build();

    private final Migrations migrations;
    private final AgentSessions sessions;
    private final ResidencySubscriptions subscriptions;
    private final CoordinatorCounters counters;
    private final Clock clock;
    private long orders;

    AgentHandler(
            Migrations migrations,
            AgentSessions sessions,
            ResidencySubscriptions subscriptions,
            CoordinatorCounters counters,
            Clock clock) {
        this.migrations = migrations;
        this.sessions = sessions;
        this.subscriptions = subscriptions;
        this.counters = counters;
        this.clock = clock;
    }

    /** @throws RefusedCallException if the agent is alive under another principal: its node is its own until its lease ends */
    AgentSession register(RegisterRequest request, Optional<String> principal, long now) {
        requireAtMost(MOST_DEVICES, "devices", request.getDevicesCount());
        requireName("node", request.getNode());
        requireName("host", request.getHost());
        requireName("version", request.getVersion());
        for (Device device : request.getDevicesList()) {
            requireName("storage", device.getStorage());
            requireName("storage_type", device.getStorageType());
        }
        AgentSession before = sessions.find(request.getNode());
        if (before != null && before.isAlive()) {
            requireSame(before, principal);
        }
        lost(request.getNode(), now);
        AgentSession agent = sessions.begin(request, principal, clock.millis());
        List<DeviceDescription> devices = request.getDevicesList().stream()
                .map(device -> description(agent, device))
                .toList();
        List<PinnedBlock> held =
                request.getHeldList().stream().map(each -> held(agent, each)).toList();
        migrations.agents().join(agent.node, agent.host(), devices, request.getBudgetBytes(), held, now);
        subscriptions.joined(agent);
        return agent;
    }

    private static void requireName(String what, String name) {
        if (name.length() > MOST_NAME_CHARACTERS) {
            throw new IllegalArgumentException(
                    what + ": expected at most " + MOST_NAME_CHARACTERS + " characters, got " + name.length());
        }
    }

    private static void requireSame(AgentSession agent, Optional<String> principal) {
        if (!agent.principal().equals(principal)) {
            throw new RefusedCallException(
                    RefusedCallException.Kind.NOT_YOURS, "another principal has registered the agent of " + agent.node);
        }
    }

    private DeviceDescription description(AgentSession agent, Device device) {
        DeviceId id =
                migrations.agents().device(agent.node, agent.host(), device.getStorage(), device.getStorageType());
        agent.devices.put(device.getStorage(), id.device());
        return new DeviceDescription(
                device.getStorage(),
                device.getStorageType(),
                device.hasBytesPerSecond() ? OptionalDouble.of(device.getBytesPerSecond()) : OptionalDouble.empty(),
                device.hasCurve() ? Translation.curve(device.getCurve()) : Optional.empty());
    }

    /** A block for which there is no room in the records, or no device, is given back. */
    private PinnedBlock held(AgentSession agent, Held held) {
        BlockId block = Translation.block(held.getBlock());
        boolean taken = held.getBytes() > 0 && (subscriptions.isKnown(block) || !subscriptions.isFull());
        int device = taken ? agent.devices.getOrDefault(held.getStorage(), NO_DEVICE) : NO_DEVICE;
        return new PinnedBlock(block, device, Math.max(1, held.getBytes()));
    }

    /** The agent answers no more; what it said of its page cache does not hold any longer. Returns its host. */
    String lost(String node, long now) {
        AgentSession agent = sessions.find(node);
        if (agent == null) {
            return node;
        }
        sessions.end(agent, now);
        subscriptions.left(agent);
        return agent.host();
    }

    /**
     * Takes all of a report but what is cached. Returns false if the agent has to register first.
     *
     * @throws RefusedCallException if another principal has registered the agent
     * @throws IllegalArgumentException if it reports more than any agent has
     */
    boolean take(ExchangeRequest said, Optional<String> principal, long now) {
        AgentSession agent = sessions.find(said.getNode());
        if (agent != null) {
            requireSame(agent, principal);
        }
        if (agent == null || !isCurrent(agent, said)) {
            return false;
        }
        requireAtMost(MOST_DEVICES, "room", said.getRoomCount());
        requireAtMost(MOST_REPORTED, "running", said.getRunningCount());
        requireAtMost(MOST_REPORTED, "ended", said.getEndedCount());
        requireAtMost(MOST_REPORTED, "unpinned", said.getUnpinnedCount());
        agent.seen(clock.millis());
        said.getRoomList().forEach(room -> measured(agent, room, now));
        said.getEndedList().forEach(end -> ended(agent, end, now));
        Set<Long> running =
                said.getRunningList().stream().map(Running::getMigration).collect(Collectors.toSet());
        for (BlockId block : Translation.blocks(said.getUnpinnedList())) {
            if (!isOrderedSince(agent, block, running)) {
                migrations.agents().dropped(agent.node, block, "the agent has let go of it", now);
            }
        }
        return true;
    }

    private static void requireAtMost(int most, String what, int reported) {
        if (reported > most) {
            throw new IllegalArgumentException(what + ": expected at most " + most + ", got " + reported);
        }
    }

    private static boolean isCurrent(AgentSession agent, ExchangeRequest said) {
        return agent.isAlive()
                && agent.number() == said.getSession()
                && agent.introduction().getBudgetBytes() == said.getBudgetBytes();
    }

    /** Takes one thing that a report says of the page cache. There may be as many as watched blocks. */
    void cached(ExchangeRequest said, Residence report, long now) {
        AgentSession agent = sessions.find(said.getNode());
        if (agent != null && isCurrent(agent, said)) {
            cached(agent, report, now);
        }
    }

    /** The answer to a report that was taken. */
    ExchangeReply answer(ExchangeRequest said, long now) {
        AgentSession agent = sessions.find(said.getNode());
        if (agent == null || !isCurrent(agent, said)) {
            return REGISTER;
        }
        return migrations
                .agents()
                .poll(agent.node, reports(agent, said), now)
                .map(orders -> reply(agent, orders, said))
                .orElse(REGISTER);
    }

    /**
     * Whether the block was ordered after the agent spoke, so that what it says is of an earlier copy. An agent whose last answer was
     * lost repeats its report, and does not list the order that was in the answer.
     */
    private static boolean isOrderedSince(AgentSession agent, BlockId block, Set<Long> running) {
        Order order = agent.order(block);
        return order != null && !running.contains(order.number());
    }

    /** Notes what the device can do. Called before {@link #ended}: the speeds of migrations are compared with it. */
    private void measured(AgentSession agent, Room room, long now) {
        Integer device = agent.devices.get(room.getStorage());
        if (device == null) {
            return;
        }
        migrations.agents().hung(agent.node, device, room.getHung());
        if (room.hasBytesPerSecond()) {
            migrations.agents().measured(agent.node, device, room.getBytesPerSecond(), now);
        }
        if (room.hasCurve()) {
            Translation.curve(room.getCurve())
                    .ifPresent(curve -> migrations.agents().measured(agent.node, device, curve));
        }
    }

    private void ended(AgentSession agent, MigrationEnd end, long now) {
        Order order = agent.remove(end.getMigration());
        BlockId block = Translation.block(end.getBlock());
        if (order != null && !end.getDone() && block.pool().isEmpty()) {
            // Called off before the agent had heard of it: then it does not know the block either.
            migrations.agents().dropped(agent.node, order.block(), reason(end), now);
        } else if (order != null && !order.block().equals(block)) {
            counters.count(CoordinatorCounter.MISFIT_REPORTS);
            migrations.agents().dropped(agent.node, order.block(), "the agent mistook it for another block", now);
        } else if (end.getDone()) {
            migrated(agent, block, end, now);
        } else if (order != null) {
            counters.count(CoordinatorCounter.FAILED_MIGRATIONS);
            migrations.agents().failed(agent.node, block, reason(end), served(end), now);
        }
        // Else it was said before; by now the block may be in another migration.
    }

    private static String reason(MigrationEnd end) {
        String why = end.getFailure().isBlank() ? "it did not say why" : end.getFailure();
        return why.length() <= MOST_REASON_CHARACTERS ? why : why.substring(0, MOST_REASON_CHARACTERS) + "…";
    }

    private void migrated(AgentSession agent, BlockId block, MigrationEnd end, long now) {
        ReportOutcome outcome =
                migrations.agents().migrated(agent.node, block, end.getBytes(), end.getFoundBytes(), served(end), now);
        if (outcome == ReportOutcome.ACCEPTED) {
            counters.count(CoordinatorCounter.MIGRATED_BLOCKS);
            counters.add(CoordinatorCounter.MIGRATED_BYTES, end.getBytes());
        } else if (outcome != ReportOutcome.REPEATED) {
            counters.count(CoordinatorCounter.MISFIT_REPORTS);
        }
    }

    /** Nanoseconds in which the device worked on the migration: its duration less the time in which others were served. */
    private static long served(MigrationEnd end) {
        return Math.max(0, nanos(end.getDurationMicros()) - nanos(end.getWaitedMicros()));
    }

    private static long nanos(long micros) {
        return Math.max(0, Math.min(micros, Long.MAX_VALUE / MICRO)) * MICRO;
    }

    private void cached(AgentSession agent, Residence report, long now) {
        BlockId block = Translation.block(report.getBlock());
        long bytes = report.getState() == ResidenceState.GONE ? 0 : report.getResidentBytes();
        boolean isMigrated = migrations
                .views()
                .place(block)
                .filter(place -> place.isAt(agent.node, BlockState.PINNED))
                .isPresent();
        if (isMigrated && !agent.pins() && bytes == 0) {
            migrations.agents().dropped(agent.node, block, "the kernel took its pages back", now);
        }
        subscriptions.cached(agent, block, bytes, report.getLength(), now);
    }

    private static List<DeviceReport> reports(AgentSession agent, ExchangeRequest said) {
        Map<Integer, List<BlockId>> queued = new HashMap<>();
        Map<Integer, Long> runningFor = new HashMap<>();
        for (Running running : said.getRunningList()) {
            Order order = agent.order(running.getMigration());
            if (order == null) {
                continue;
            }
            List<BlockId> blocks = queued.computeIfAbsent(order.device(), none -> new ArrayList<>());
            if (running.hasElapsedMicros() && !runningFor.containsKey(order.device())) {
                blocks.add(0, order.block());
                runningFor.put(order.device(), Math.max(1, nanos(running.getElapsedMicros())));
            } else {
                blocks.add(order.block());
            }
        }
        Map<String, Integer> rooms = new HashMap<>();
        said.getRoomList().forEach(room -> rooms.put(room.getStorage(), Math.max(0, room.getMigrations())));
        List<DeviceReport> reports = new ArrayList<>();
        agent.devices.forEach((storage, device) -> reports.add(new DeviceReport(
                device,
                queued.getOrDefault(device, List.of()),
                runningFor.getOrDefault(device, 0L),
                rooms.getOrDefault(storage, 0))));
        return reports;
    }

    private ExchangeReply reply(AgentSession agent, AgentOrders given, ExchangeRequest said) {
        ExchangeReply.Builder reply = ExchangeReply.newBuilder();
        for (BoundMigration bound : given.migrate()) {
            Order order = agent.order(bound.block());
            if (order == null) {
                order = new Order(++orders, bound.block(), bound.device());
                agent.add(order);
            }
            reply.addMigrate(Migrate.newBuilder()
                    .setMigration(order.number())
                    .setBlock(Translation.block(bound.block()))
                    .setStorage(agent.storage(bound.device()))
                    .setLength(bound.bytes()));
        }
        for (Eviction eviction : given.evict()) {
            Order order = agent.order(eviction.block());
            if (order == null) {
                reply.addUnpin(Translation.block(eviction.block()));
            } else {
                reply.addCancel(order.number());
            }
        }
        WatchOrders.Batch batch = agent.watch.next(said.getWatchSerial());
        batch.watch().forEach(block -> reply.addWatch(Translation.block(block)));
        batch.unwatch().forEach(block -> reply.addUnwatch(Translation.block(block)));
        return reply.setWatchSerial(batch.serial()).build();
    }
}
