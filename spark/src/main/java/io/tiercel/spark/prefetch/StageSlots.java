package io.tiercel.spark.prefetch;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The slots that a stage may have, at its submission.
 *
 * @param free slots that run nothing
 * @param busy slots that run a task
 * @param waiting tasks of other stages that wait for a slot and go first
 * @param nodes number of nodes with slots
 */
public record StageSlots(int free, int busy, int waiting, int nodes) {
    public StageSlots {
        if (free < 0 || busy < 0 || waiting < 0 || nodes < 0) {
            throw new IllegalArgumentException(
                    "expected numbers of at least 0, got " + free + ", " + busy + ", " + waiting + " and " + nodes);
        }
    }

    int total() {
        return free + busy;
    }

    /** Slots of a node; at least 1. */
    double perNode() {
        return Math.max(1, (double) total() / Math.max(1, nodes));
    }

    /** All slots become free at once, in {@code seconds}; at least one slot. */
    List<Double> allFreeAt(double seconds) {
        return Collections.nCopies(Math.max(1, total()), seconds);
    }

    /**
     * When each slot becomes free for the stage, in seconds from now; at least one slot. Running tasks have half their time left. Free
     * slots take the first of the waiting tasks.
     *
     * @param taskSeconds how long a running or waiting task takes
     */
    List<Double> freeAt(double taskSeconds) {
        int all = Math.max(1, total());
        return IntStream.range(0, all)
                .mapToObj(slot -> {
                    double now = slot < all - busy ? 0 : taskSeconds / 2;
                    int before = waiting / all + (slot < waiting % all ? 1 : 0);
                    return now + taskSeconds * before;
                })
                .toList();
    }
}
