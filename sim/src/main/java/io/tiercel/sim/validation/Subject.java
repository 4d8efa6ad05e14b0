package io.tiercel.sim.validation;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;

/**
 * All runs of one job under one treatment.
 *
 * @param runs at least one
 */
record Subject(MeasuredScene scene, String treatment, String job, List<MeasuredRun> runs) {
    private static final int WRITERS = 2;

    Subject {
        runs = List.copyOf(runs);
    }

    double medianSeconds() {
        return Median.withDefaults()
                .evaluate(runs.stream().mapToDouble(MeasuredRun::seconds).toArray());
    }

    MeasuredRun any() {
        return runs.get(0);
    }

    /**
     * Lengths of the input's blocks; a task reads one each. The demo's two writers fill blocks one after the other, and leave one each that is
     * not full. If the input does not match that, as columns of a table, all blocks are equal.
     */
    List<Long> blocks() {
        int tasks = any().tasks();
        long full = scene.testbed().blockBytes();
        long rest = any().inputBytes() - full * (tasks - WRITERS);
        boolean tails = tasks > WRITERS && rest >= WRITERS && rest <= WRITERS * full;
        List<Long> blocks = new ArrayList<>();
        for (int b = 0; b < tasks; b++) {
            boolean last = b == tasks / WRITERS - 1 || b == tasks - 1;
            blocks.add(
                    tails
                            ? last ? part(rest, b == tasks - 1 ? 1 : 0, WRITERS) : full
                            : part(any().inputBytes(), b, tasks));
        }
        return blocks;
    }

    /** The part with number {@code i} of {@code of} equal parts of whole bytes. */
    private static long part(long bytes, int i, int of) {
        return bytes * (i + 1) / of - bytes * i / of;
    }
}
