package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One agent's blocks to watch, repeated until it confirms: a later word on a block replaces an earlier one. Bounded, even for an agent that
 * never confirms and makes up blocks: orders to watch are fewer than watched blocks, and those to end a watch follow an order to watch
 * that the agent was told.
 */
final class WatchOrders {
    /** About 1 MB in one answer. */
    private static final int MOST_AT_ONCE = 30_000;

    /** After so many answers an agent that never says a serial is taken to have heard: it does not know of serials. */
    private static final int REPEATS_FOR_THE_MUTE = 2;

    /** With so many orders, those on blocks that an agent makes up are dropped. About 30 MB. */
    private static final int MOST_UNSENT = 200_000;

    /** What the agent is to do with a block. */
    private enum Order {
        /** It was not told to watch it, or was told to stop. */
        WATCH,
        /** It was told to watch it, and was to be told to stop. */
        GO_ON,
        STOP
    }

    private final Map<BlockId, Order> unsent = new LinkedHashMap<>();
    private final Map<BlockId, Order> sent = new LinkedHashMap<>();
    private long serial;
    private int repeats;

    record Batch(long serial, List<BlockId> watch, List<BlockId> unwatch) {}

    void watch(BlockId block) {
        Order before = unsent.remove(block);
        unsent.put(block, before == null || before == Order.WATCH ? Order.WATCH : Order.GO_ON);
    }

    /** The agent was told, or was to be told, to watch the block. It does not hear of a watch that ends before that. */
    void unwatch(BlockId block) {
        if (unsent.remove(block) != Order.WATCH) {
            unsent.put(block, Order.STOP);
        }
    }

    /** The agent reports a block that it was not told to watch. The order is dropped if too many wait: another report makes another. */
    void unwatchUnknown(BlockId block) {
        if (unsent.size() < MOST_UNSENT) {
            unsent.putIfAbsent(block, Order.STOP);
        }
    }

    void clear() {
        unsent.clear();
        sent.clear();
    }

    /** @param acknowledged the serial that the agent has taken note of */
    Batch next(long acknowledged) {
        boolean mute = acknowledged == 0 && repeats++ >= REPEATS_FOR_THE_MUTE;
        if (sent.isEmpty() || acknowledged == serial || mute) {
            repeats = 0;
            sent.clear();
            var orders = unsent.entrySet().iterator();
            while (orders.hasNext() && sent.size() < MOST_AT_ONCE) {
                var order = orders.next();
                sent.put(order.getKey(), order.getValue());
                orders.remove();
            }
            if (!sent.isEmpty()) {
                serial++;
            }
        }
        List<BlockId> watch = new ArrayList<>();
        List<BlockId> unwatch = new ArrayList<>();
        sent.forEach((block, order) -> (order == Order.STOP ? unwatch : watch).add(block));
        return new Batch(serial, watch, unwatch);
    }
}
