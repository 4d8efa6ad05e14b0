package io.tiercel.sim.storage;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Transfer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes that nobody waits for. They run all at once or, for writers that write behind, one after the other on each device, like Linux' flusher
 * threads.
 */
final class BackgroundWrites {
    private final boolean inTurn;
    /** Lengths of the writes that follow, by devices that are being written to. */
    private final Map<Device, Deque<Long>> queues = new IdentityHashMap<>();

    BackgroundWrites(boolean inTurn) {
        this.inTurn = inTurn;
    }

    /** Ignores devices of silent nodes. */
    void add(Device device, long bytes) {
        if (!device.isThere()) {
            return;
        }
        if (!inTurn) {
            Transfer.begin(bytes, List.of(device.bandwidth()), () -> {});
            return;
        }
        Deque<Long> queue = queues.get(device);
        if (queue != null) {
            queue.add(bytes);
        } else {
            queues.put(device, new ArrayDeque<>());
            begin(device, bytes);
        }
    }

    private void begin(Device device, long bytes) {
        Transfer.begin(bytes, List.of(device.bandwidth()), () -> next(device));
    }

    private void next(Device device) {
        // A device has a queue from its first write until nothing follows.
        Long bytes = Objects.requireNonNull(queues.get(device)).poll();
        if (bytes == null) {
            queues.remove(device);
        } else {
            begin(device, bytes);
        }
    }

    /** Drops the writes that follow. */
    void forget(Device device) {
        queues.remove(device);
    }

    /** How many writes follow the current one. */
    int waiting(Device device) {
        Deque<Long> queue = queues.get(device);
        return queue == null ? 0 : queue.size();
    }
}
