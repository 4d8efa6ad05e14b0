package io.tiercel.prefetch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Both models together: what becomes of a job under a selection of blocks. */
final class Forecast {
    final Job job;
    private final PrefetchModel prefetching;
    private final ExecutionModel execution;
    private final double[] ready;
    private final double[] starts;

    /** When the job ends without prefetching. */
    final double secondsWithout;

    /** Per block: when its first task starts without prefetching; infinity if none reads it. */
    final double[] neededAt;

    Forecast(PrefetchProblem problem, Sharing sharing, Foresight foresight) {
        job = new Job(problem);
        execution = new ExecutionModel(job, foresight);
        starts = new double[job.tasks()];
        ready = job.blockReady.clone();
        secondsWithout = execution.run(ready, 0, starts);
        neededAt = execution.firstReads(starts);
        prefetching = new PrefetchModel(job, sharing, neededAt);
    }

    /** When the job ends if blocks are prefetched from the devices in {@code source} and the first tasks held back. */
    double seconds(int[] source, double delay) {
        prefetching.run(source, ready);
        return execution.run(ready, delay, starts);
    }

    /** The same once more under another delay; the blocks are those of the last call. */
    double secondsAfter(double delay) {
        return execution.again(ready, delay, starts);
    }

    /** By how much the tasks of the last call started too soon for all their blocks to be ready; Trident, algorithm 7, line 11. */
    double lateness() {
        double most = 0;
        for (int t = 0; t < starts.length; t++) {
            for (int r = job.firstRead[t]; r < job.firstRead[t + 1]; r++) {
                double at = ready[job.readBlock[r]];
                if (at < Double.POSITIVE_INFINITY) {
                    most = Math.max(most, at - starts[t]);
                }
            }
        }
        return most;
    }

    /** Blocks of {@code source} that in the last call no task found in memory. */
    List<Integer> late(int[] source) {
        boolean[] used = new boolean[job.blocks()];
        for (int t = 0; t < starts.length; t++) {
            for (int r = job.firstRead[t]; r < job.firstRead[t + 1]; r++) {
                int block = job.readBlock[r];
                used[block] |= execution.inMemory(ready[block], starts[t]);
            }
        }
        List<Integer> late = new ArrayList<>();
        for (int b = 0; b < source.length; b++) {
            if (source[b] >= 0 && !used[b]) {
                late.add(b);
            }
        }
        return late;
    }

    /**
     * Decisions that go with a selection, after the models have run on it.
     *
     * @param lateReady per block that was dropped for being late: when it would have been ready; 0 for the others
     */
    List<BlockDecision> decisions(Choice[] choices, int[] source, double[] lateReady) {
        double[] needed = execution.firstReads(starts);
        List<BlockDecision> decisions = new ArrayList<>(choices.length);
        for (int b = 0; b < choices.length; b++) {
            double at = lateReady[b] > 0 ? lateReady[b] : ready[b];
            decisions.add(new BlockDecision(choices[b], source[b], at, needed[b]));
        }
        return decisions;
    }

    /** When a block was ready in the last call. */
    double readyAt(int block) {
        return ready[block];
    }

    /** No source for any block. */
    int[] nothing() {
        int[] source = new int[job.blocks()];
        Arrays.fill(source, -1);
        return source;
    }
}
