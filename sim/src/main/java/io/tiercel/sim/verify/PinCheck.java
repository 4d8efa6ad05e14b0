package io.tiercel.sim.verify;

import java.util.HashMap;
import java.util.Map;

/** Checks that no agent exceeds its memory budget, and that all memory is free when all jobs have ended. */
final class PinCheck {
    private final Map<Integer, Long> held = new HashMap<>();
    private long budget;

    void budget(long bytes) {
        budget = bytes;
    }

    void pinned(long time, int node, long bytes) {
        long now = held.merge(node, bytes, Long::sum);
        if (now > budget) {
            throw new BrokenInvariantException(
                    time, "node " + node + ": its agent holds " + now + " bytes, may hold " + budget);
        }
    }

    void unpinned(long time, int node, long bytes) {
        if (held.merge(node, -bytes, Long::sum) < 0) {
            throw new BrokenInvariantException(time, "node " + node + ": its agent lets go more than it holds");
        }
    }

    void checkEnd(long time) {
        held.forEach((node, bytes) -> {
            if (bytes > 0) {
                throw new BrokenInvariantException(
                        time, "node " + node + ": its agent still holds " + bytes + " bytes");
            }
        });
    }
}
