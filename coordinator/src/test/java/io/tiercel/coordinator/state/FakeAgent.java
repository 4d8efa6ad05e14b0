package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** An agent with one disk that does what it is told, one migration after the other, and believes nothing to have arrived twice. */
final class FakeAgent {
    final String node;
    final Map<BlockId, Long> pinned = new LinkedHashMap<>();
    final Set<BlockId> watched = new LinkedHashSet<>();
    final List<Heartbeat.InCache> cached = new ArrayList<>();
    private final CoordinatorState coordinator;
    private final long budget;
    private final boolean pins;
    private final Map<Long, HeartbeatReply.Migrate> queue = new LinkedHashMap<>();
    private final List<Heartbeat.End> ended = new ArrayList<>();
    private final List<BlockId> unpinned = new ArrayList<>();
    private long session;
    private long watchSerial;

    FakeAgent(CoordinatorState coordinator, String node, long budget, boolean pins) {
        this.coordinator = coordinator;
        this.node = node;
        this.budget = budget;
        this.pins = pins;
    }

    FakeAgent register() {
        queue.clear();
        watched.clear();
        session = coordinator.register(new Registration(
                node,
                node + ".example",
                budget,
                pins,
                false,
                List.of(new Registration.Storage(node + "-disk", "DISK", OptionalDouble.of(1e8))),
                pinned.entrySet().stream()
                        .map(entry -> new Registration.Held(entry.getKey(), node + "-disk", entry.getValue()))
                        .toList()));
        return this;
    }

    /** Says what has happened, and takes orders. */
    HeartbeatReply exchange() {
        HeartbeatReply orders = lost();
        ended.clear();
        unpinned.clear();
        cached.clear();
        if (orders.register()) {
            return orders;
        }
        orders.migrate().forEach(order -> queue.putIfAbsent(order.number(), order));
        for (BlockId block : orders.unpin()) {
            pinned.remove(block);
            unpinned.add(block);
        }
        for (long number : orders.cancel()) {
            HeartbeatReply.Migrate order = queue.remove(number);
            BlockId block = order == null ? new BlockId("", 0, 0) : order.block();
            ended.add(new Heartbeat.End(number, block, false, 0, 0, 0, 0, "called off"));
        }
        watched.addAll(orders.watch());
        orders.unwatch().forEach(watched::remove);
        watchSerial = orders.watchSerial();
        return orders;
    }

    /** An exchange whose answer does not arrive. */
    HeartbeatReply lost() {
        long held = pinned.values().stream().mapToLong(Long::longValue).sum();
        return coordinator.exchange(new Heartbeat(
                node,
                session,
                List.copyOf(ended),
                queue.keySet().stream()
                        .map(number -> new Heartbeat.Running(number, OptionalLong.empty()))
                        .toList(),
                List.of(new Heartbeat.Room(node + "-disk", 10, OptionalDouble.empty())),
                List.copyOf(cached),
                List.copyOf(unpinned),
                held,
                budget,
                watchSerial));
    }

    /** Brings in all that it has queued. */
    FakeAgent work(long nanosEach) {
        for (HeartbeatReply.Migrate order : queue.values()) {
            pinned.put(order.block(), order.length());
            ended.add(new Heartbeat.End(order.number(), order.block(), true, order.length(), nanosEach, 0, 0, ""));
        }
        queue.clear();
        return this;
    }

    /** Fails at all that it has queued. */
    void fail(String why) {
        queue.values()
                .forEach(order -> ended.add(new Heartbeat.End(order.number(), order.block(), false, 0, 0, 0, 0, why)));
        queue.clear();
    }

    int queued() {
        return queue.size();
    }
}
