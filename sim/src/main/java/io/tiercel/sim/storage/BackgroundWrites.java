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
 * What is written to devices while nobody waits for it: all at once or, where writers write behind, from each device's queue one after the other, as Linux'
 * write-back has one flusher for each device, which goes through its files one by one.
 */
final class BackgroundWrites {
    private final boolean inTurn;
    /** By devices that are written to now, what is to follow, bytes. */
    private final Map<Device, Deque<Long>> queues = new IdentityHashMap<>();

    BackgroundWrites(boolean inTurn) {
        this.inTurn = inTurn;
    }

    /** To a node that is not there nothing is written. */
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
        // Its queue is there from the first write on until nothing follows.
        Long bytes = Objects.requireNonNull(queues.get(device)).poll();
        if (bytes == null) {
            queues.remove(device);
        } else {
            begin(device, bytes);
        }
    }

    /** What was to follow is not written any more. */
    void forget(Device device) {
        queues.remove(device);
    }

    /** How much is to be written to a device after what is written now. */
    int waiting(Device device) {
        Deque<Long> queue = queues.get(device);
        return queue == null ? 0 : queue.size();
    }
}
