package io.tiercel.spark.prefetch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The slots that a stage may have, at its submission.
 *
 * @param free those in which nothing runs
 * @param busy those in which something does
 * @param waiting tasks of other stages that wait already and go first
 * @param nodes on how many nodes they are
 */
public record StageSlots(int free, int busy, int waiting, int nodes) {
    public StageSlots {
        if (free < 0 || busy < 0 || waiting < 0 || nodes < 0) {
            throw new IllegalArgumentException(
                    "expected numbers of at least 0, got " + free + ", " + busy + ", " + waiting + " and " + nodes);
        }
    }

    /** How many a node has, 1 at least. */
    double perNode() {
        return Math.max(1, (double) (free + busy) / Math.max(1, nodes));
    }

    /** All of them at once, in so many seconds; one slot at least. */
    List<Double> allFreeAt(double seconds) {
        return Collections.nCopies(Math.max(1, free + busy), seconds);
    }

    /**
     * When each slot is free for the stage, in seconds from now; one slot at least.
     *
     * @param taskSeconds how long a task takes that others run or have waiting; of one that runs, half is left
     */
    List<Double> freeAt(double taskSeconds) {
        int all = Math.max(1, free + busy);
        List<Double> times = new ArrayList<>(all);
        int each = waiting / all;
        int more = waiting % all;
        for (int slot = 0; slot < all; slot++) {
            // Those that are free take the first of what waits.
            double now = slot < all - busy ? 0 : taskSeconds / 2;
            times.add(now + taskSeconds * (each + (slot < more ? 1 : 0)));
        }
        return times;
    }
}
