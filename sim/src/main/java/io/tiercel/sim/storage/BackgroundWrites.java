package io.tiercel.sim.storage;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Transfer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

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
        Deque<Long> queue = queues.get(device);
        if (queue != null) {
            queue.add(bytes);
        } else if (device.isThere()) {
            if (inTurn) {
                queues.put(device, new ArrayDeque<>());
            }
            begin(device, bytes);
        }
    }

    private void begin(Device device, long bytes) {
        Transfer.begin(bytes, List.of(device.bandwidth()), () -> next(device));
    }

    private void next(Device device) {
        Deque<Long> queue = queues.get(device);
        if (queue != null && !queue.isEmpty()) {
            begin(device, queue.remove());
        } else {
            queues.remove(device);
        }
    }

    void forget(Device device) {
        queues.remove(device);
    }

    /** How many writes follow the current one. */
    int waiting(Device device) {
        Deque<Long> queue = queues.get(device);
        return queue == null ? 0 : queue.size();
    }
}
