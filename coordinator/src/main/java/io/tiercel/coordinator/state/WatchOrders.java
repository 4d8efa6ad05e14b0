package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One agent's blocks to watch, repeated until it confirms: a later word on a block replaces an earlier one. Bounded, even for an agent that
 * never confirms and makes up blocks.
 */
final class WatchOrders {
    /** About 1 MB in one answer. */
    private static final int MOST_AT_ONCE = 30_000;

    /** After so many answers an agent that never says a serial is taken to have heard: it does not know of serials. */
    private static final int REPEATS_FOR_THE_MUTE = 2;

    /** About 30 MB. Orders to watch are fewer than the blocks that are watched, which have a limit of their own. */
    private static final int MOST_UNSENT = 200_000;

    private final Map<BlockId, Boolean> unsent = new LinkedHashMap<>();
    private final Map<BlockId, Boolean> sent = new LinkedHashMap<>();
    private long serial;
    private int repeats;

    record Batch(long serial, List<BlockId> watch, List<BlockId> unwatch) {}

    /** Orders to end a watch are dropped if too many wait. An agent that goes on reporting such a block makes another. */
    void order(BlockId block, boolean watched) {
        unsent.remove(block);
        if (watched || unsent.size() < MOST_UNSENT) {
            unsent.put(block, watched);
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
        sent.forEach((block, watched) -> (watched ? watch : unwatch).add(block));
        return new Batch(serial, watch, unwatch);
    }
}
