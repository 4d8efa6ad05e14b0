package io.tiercel.prefetch.plan;

import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.model.IndexedJob;
import io.tiercel.prefetch.model.JobModel;
import io.tiercel.prefetch.model.SeparateModels;
import io.tiercel.prefetch.model.SharedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Predicts a job under selections of blocks, by the models that the settings choose. */
final class Forecast {
    /** Rounding error of sums of seconds. */
    static final double SAME = 1e-9;

    private static final int MOST_TRIMS = 4;

    final IndexedJob job;
    private final JobModel models;
    final PlanModel model;

    private final double[] ready;
    private final double[] starts;

    /** The last modelled selection. */
    private int[] lastSource;

    private double lastDelay;
    private double lastSeconds;

    /** When the job ends without prefetching. */
    final double secondsWithout;

    /** Per block: when its first task starts without prefetching; infinity if none reads it. */
    final double[] neededAt;

    Forecast(PrefetchProblem problem, PlannerSettings.Models settings) {
        job = new IndexedJob(problem);
        model = settings.model(job.tasks());
        models = switch (model) {
            case OWN_DEVICES -> new SeparateModels(job, settings.sharing(), settings.rescoring());
            case SHARED_DEVICES, EQUAL_READERS -> new SharedModel(job, settings.contention());
        };
        starts = new double[job.tasks()];
        ready = new double[job.blocks()];
        secondsWithout = models.run(job.withoutSources(), 0, ready, starts);
        neededAt = firstReads();
        models.orderBy(neededAt);
        lastSource = job.withoutSources();
        lastSeconds = secondsWithout;
    }

    private double[] firstReads() {
        double[] first = new double[job.blocks()];
        Arrays.fill(first, Double.POSITIVE_INFINITY);
        for (int t = 0; t < starts.length; t++) {
            for (int r = job.firstRead[t]; r < job.firstRead[t + 1]; r++) {
                first[job.readBlock[r]] = Math.min(first[job.readBlock[r]], starts[t]);
            }
        }
        return first;
    }

    /** When the job ends if blocks are prefetched from the devices in {@code source} and the first tasks held back. */
    double seconds(int[] source, double delay) {
        if (delay != lastDelay || !Arrays.equals(source, lastSource)) {
            lastSeconds = models.run(source, delay, ready, starts);
            lastSource = source.clone();
            lastDelay = delay;
        }
        return lastSeconds;
    }

    /** The same for the blocks of the last call, under another delay. */
    double secondsAfter(int[] source, double delay) {
        lastSeconds = models.again(source, delay, ready, starts);
        lastDelay = delay;
        return lastSeconds;
    }

    /**
     * How much too early tasks of the last call started for all their blocks to be ready (Trident, algorithm 7, line 11). Blocks
     * come as without readers, since the first tasks are held back.
     */
    double lateness(int[] source) {
        double[] readyAlone = new double[job.blocks()];
        models.undisturbed(source, readyAlone);
        double most = 0;
        for (int t = 0; t < starts.length; t++) {
            for (int r = job.firstRead[t]; r < job.firstRead[t + 1]; r++) {
                double at = readyAlone[job.readBlock[r]];
                if (at < Double.POSITIVE_INFINITY) {
                    most = Math.max(most, at - starts[t]);
                }
            }
        }
        return most;
    }

    /**
     * Drops blocks that no task would find in memory, so that the others come sooner; not if the job would then take longer.
     *
     * @param choices of the blocks; those of dropped blocks are changed
     * @param lateReady receives when each dropped block would have been ready
     * @return the devices of the blocks that are left
     */
    int[] withoutLate(int[] source, double delay, PrefetchReason[] choices, double[] lateReady) {
        int[] left = source;
        double seconds = seconds(left, delay);
        for (int trim = 0; trim < MOST_TRIMS; trim++) {
            List<Integer> late = late(left);
            if (late.isEmpty()) {
                return left;
            }
            int[] fewer = left.clone();
            double[] wouldBeReady = lateReady.clone();
            for (int block : late) {
                fewer[block] = -1;
                wouldBeReady[block] = ready[block];
            }
            double with = seconds(fewer, delay);
            if (with > seconds + SAME) {
                return left;
            }
            seconds = with;
            left = fewer;
            late.forEach(block -> choices[block] = PrefetchReason.LATE);
            System.arraycopy(wouldBeReady, 0, lateReady, 0, lateReady.length);
        }
        return left;
    }

    /** Blocks of {@code source} that no task of the last call found in memory. */
    private List<Integer> late(int[] source) {
        boolean[] used = new boolean[job.blocks()];
        for (int t = 0; t < starts.length; t++) {
            for (int r = job.firstRead[t]; r < job.firstRead[t + 1]; r++) {
                int block = job.readBlock[r];
                used[block] |= models.inMemory(ready[block], starts[t]);
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
     * The decisions of a selection, after the models have run on it.
     *
     * @param lateReady per late block that was dropped: when it would have been ready; 0 for the others
     */
    List<BlockDecision> decisions(PrefetchReason[] choices, int[] source, double[] lateReady) {
        double[] needed = firstReads();
        List<BlockDecision> decisions = new ArrayList<>(choices.length);
        for (int b = 0; b < choices.length; b++) {
            double at = lateReady[b] > 0 ? lateReady[b] : ready[b];
            int device = source[b] < 0 ? -1 : job.deviceIndex[source[b]];
            decisions.add(new BlockDecision(choices[b], device, at, needed[b]));
        }
        return decisions;
    }

    /** When a block was ready in the last call. */
    double readyAt(int block) {
        return ready[block];
    }
}
