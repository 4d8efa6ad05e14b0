package io.tiercel.prefetch.model;

import io.tiercel.struct.CountingSort;
import io.tiercel.struct.SlotTimes;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * When each task of a job starts, and when the job ends (Trident, algorithm 5). Tasks take slots as these become free, by their
 * tier preference score, equal ones in their order. A task reads each block from memory if it is there when the task starts, else
 * from the fastest device that has it, and then computes.
 *
 * <p>As in the paper, every slot is equally near to a task's input, and tasks do not slow each other down. Beyond the paper: tasks
 * over several blocks, slots that are busy at first, blocks on their way for other jobs, and scores that follow residency
 * ({@link RescoringMode}).
 */
public final class ExecutionModel {
    private static final int COSTS = 3;
    private static final int MEMORY = 1;
    private static final int CPU = 2;

    private final IndexedJob job;
    private final RescoringMode foresight;
    private final SlotTimes slots;
    private final TaskQueue tasks;
    private final BlockArrivals arrivals;

    private final int[] firstReader;
    private final int[] readers;
    /** Per block: its only reader, if that task reads nothing else; else -1. */
    private final int[] soleReader;

    /** Whether each task reads one block, so that read r is that of task r. */
    private final boolean single;

    /** Side by side for each read: seconds from its device, from memory, and of computing in its task. */
    private final double[] costs;

    public ExecutionModel(IndexedJob job, RescoringMode foresight) {
        this.job = job;
        this.foresight = foresight;
        this.slots = new SlotTimes(job.slotsFreeAt.length);
        this.tasks = new TaskQueue(job, foresight == RescoringMode.RESCORED);
        this.arrivals = new BlockArrivals(job.blocks());
        this.firstReader = new int[job.blocks() + 1];
        this.readers = readers(job, firstReader);
        this.soleReader = new int[job.blocks()];
        findSoleReaders();
        this.single = IntStream.range(0, job.tasks()).allMatch(t -> job.firstRead[t + 1] == t + 1);
        this.costs = costs(job);
    }

    private static double[] costs(IndexedJob job) {
        double[] costs = new double[COSTS * job.readBlock.length];
        for (int t = 0; t < job.tasks(); t++) {
            for (int r = job.firstRead[t]; r < job.firstRead[t + 1]; r++) {
                double rate = job.baseRate[job.readBlock[r]];
                costs[COSTS * r] = job.readBytes[r] / rate;
                costs[COSTS * r + MEMORY] = job.readBytes[r] / Math.max(rate, job.memoryRate);
                costs[COSTS * r + CPU] = job.cpu[t];
            }
        }
        return costs;
    }

    private static int[] readers(IndexedJob job, int[] firstReader) {
        int[] taskOfRead = new int[job.readBlock.length];
        for (int t = 0; t < job.tasks(); t++) {
            Arrays.fill(taskOfRead, job.firstRead[t], job.firstRead[t + 1], t);
        }
        int[] readers = CountingSort.of(firstReader, job.readBlock);
        Arrays.setAll(readers, i -> taskOfRead[readers[i]]);
        return readers;
    }

    private void findSoleReaders() {
        for (int b = 0; b < soleReader.length; b++) {
            int task = firstReader[b + 1] == firstReader[b] + 1 ? readers[firstReader[b]] : -1;
            soleReader[b] = task >= 0 && job.firstRead[task + 1] == job.firstRead[task] + 1 ? task : -1;
        }
    }

    /**
     * Runs the job.
     *
     * @param readyAt per block: when it is in memory, infinity if never
     * @param delay by which the first tasks are held back, seconds
     * @param starts filled: per task, when it starts
     * @return when the last task ends; 0 for a job without tasks
     */
    public double run(double[] readyAt, double delay, double[] starts) {
        tasks.submit(readyAt);
        if (foresight == RescoringMode.RESCORED) {
            arrivals.fill(readyAt);
        }
        return go(readyAt, delay, starts);
    }

    /** Runs the job again with the last {@code readyAt}, under another delay. */
    double again(double[] readyAt, double delay, double[] starts) {
        tasks.again();
        return go(readyAt, delay, starts);
    }

    private double go(double[] readyAt, double delay, double[] starts) {
        slots.clear();
        for (double freeAt : job.slotsFreeAt) {
            slots.add(Math.max(delay + job.times.initSeconds(), freeAt));
        }
        int arrived = 0;
        double end = 0;
        for (int n = 0; n < starts.length; n++) {
            double start = slots.poll() + job.times.scheduleSeconds();
            while (arrived < arrivals.size() && arrivals.at(arrived) <= start) {
                rescore(arrivals.block(arrived++), readyAt, start);
            }
            int task = tasks.poll();
            starts[task] = start;
            double taskEnd = single ? endOfSingle(task, readyAt, start) : end(task, readyAt, start);
            slots.add(taskEnd);
            end = Math.max(end, taskEnd);
        }
        return end;
    }

    private void rescore(int block, double[] readyAt, double now) {
        if (soleReader[block] >= 0) {
            tasks.allInMemory(soleReader[block]);
            return;
        }
        for (int r = firstReader[block]; r < firstReader[block + 1]; r++) {
            tasks.rescore(readers[r], readyAt, now);
        }
    }

    private double end(int task, double[] readyAt, double start) {
        double seconds = 0;
        for (int r = job.firstRead[task]; r < job.firstRead[task + 1]; r++) {
            seconds += costs[COSTS * r + (inMemory(readyAt[job.readBlock[r]], start) ? MEMORY : 0)];
        }
        return start + seconds + job.cpu[task];
    }

    private double endOfSingle(int task, double[] readyAt, double start) {
        int cost = COSTS * task;
        return start + costs[cost + (inMemory(readyAt[job.readBlock[task]], start) ? MEMORY : 0)] + costs[cost + CPU];
    }

    /** Whether a task that starts at {@code start} finds a block in memory that is ready at {@code ready}. */
    boolean inMemory(double ready, double start) {
        return ready < start || ready == start && (foresight == RescoringMode.RESCORED || ready == 0);
    }
}
