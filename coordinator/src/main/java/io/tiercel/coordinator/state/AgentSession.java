package io.tiercel.coordinator.state;

import com.google.protobuf.UnknownFieldSet;
import io.tiercel.model.BlockId;
import io.tiercel.protocol.RegisterRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The session of one agent: who it is, by which numbers it knows its migrations, and what it watches. */
final class AgentSession {
    record Order(long number, BlockId block, int device) {}

    final String node;
    private RegisterRequest introduction = RegisterRequest.getDefaultInstance();
    private long number;
    private boolean alive;
    private Optional<String> principal = Optional.empty();

    /** Nanoseconds. */
    private long endedAt;

    private long lastSeenMillis;

    /** The agent's devices by their storage ids. */
    final Map<String, Integer> devices = new LinkedHashMap<>();

    private final Map<Long, Order> byNumber = new HashMap<>();
    private final Map<BlockId, Order> byBlock = new HashMap<>();

    /** Blocks of which it has said how much is in the page cache. */
    final Set<WatchedBlock> caches = new LinkedHashSet<>();

    final WatchOrders watch = new WatchOrders();

    AgentSession(String node) {
        this.node = node;
    }

    /** @param shown the principal that has registered the agent; empty if it has shown none */
    void begin(RegisterRequest request, Optional<String> shown, long sessionNumber, long nowMillis) {
        principal = shown;
        introduction = request.toBuilder()
                .clearHeld()
                .clearDevices()
                .setUnknownFields(UnknownFieldSet.getDefaultInstance())
                .build();
        number = sessionNumber;
        alive = true;
        devices.clear();
        seen(nowMillis);
    }

    /** The agent is gone, or registers anew: earlier answers no longer count. */
    void end(long now) {
        alive = false;
        endedAt = now;
        byNumber.clear();
        byBlock.clear();
        watch.clear();
    }

    String storage(int device) {
        return devices.entrySet().stream()
                .filter(each -> each.getValue() == device)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    /** Without the blocks that it held and its devices: thousands of names that nobody asks for again. */
    RegisterRequest introduction() {
        return introduction;
    }

    /** As block locations name the node. */
    String host() {
        return introduction.getHost();
    }

    boolean pins() {
        return introduction.getPins();
    }

    long number() {
        return number;
    }

    boolean isAlive() {
        return alive;
    }

    /** The principal that has registered the agent. */
    Optional<String> principal() {
        return principal;
    }

    boolean isDeadFor(long nanos, long now) {
        return !alive && now - endedAt >= nanos;
    }

    long lastSeenMillis() {
        return lastSeenMillis;
    }

    void seen(long nowMillis) {
        lastSeenMillis = nowMillis;
    }

    @Nullable
    Order order(long ordered) {
        return byNumber.get(ordered);
    }

    @Nullable
    Order order(BlockId block) {
        return byBlock.get(block);
    }

    void add(Order order) {
        byNumber.put(order.number, order);
        byBlock.put(order.block, order);
    }

    /** The order that has ended; null if it was not known any more. */
    @Nullable
    Order remove(long ordered) {
        Order order = byNumber.remove(ordered);
        if (order != null) {
            byBlock.remove(order.block, order);
        }
        return order;
    }
}
