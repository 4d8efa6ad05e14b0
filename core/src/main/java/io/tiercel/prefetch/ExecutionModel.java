package io.tiercel.prefetch;

import java.util.Arrays;

/**
 * When each task of a job starts and when the job ends: Trident, algorithm 5. Slots are taken as they become free, tasks by
 * their tier preference score, equal ones in their order; each reads its blocks from memory if they are there when it starts,
 * else from the fastest device that has them, and then computes.
 *
 * <p>As in the paper every slot is as near to a task's input as any other, since a scheduler that places by tier reaches
 * near 100% of locality, and tasks do not slow each other down on a device. Beyond the paper: tasks over several blocks,
 * slots that are busy at first, blocks on their way for others, and scores that follow residency ({@link Foresight}).
 */
final class ExecutionModel {
    private static final long INDEX = 0xFFFF_FFFFL;

    private final Job job;
    private final Foresight foresight;

    /** Bits of the time at which each slot is free, the earliest first. */
    private final LongHeap slots;

    /** Score and index of each task as of submission, sorted. */
    private final long[] queue;

    /** The same of tasks whose score has fallen since. */
    private final LongHeap fallen;

    private final boolean[] started;
    private final int[] firstReader;
    private final int[] readers;

    ExecutionModel(Job job, Foresight foresight) {
        this.job = job;
        this.foresight = foresight;
        this.slots = new LongHeap(job.slotsFreeAt.length);
        this.queue = new long[job.tasks()];
        this.fallen = new LongHeap(16);
        this.started = new boolean[job.tasks()];
        this.firstReader = new int[job.blocks() + 1];
        this.readers = new int[job.readBlock.length];
        indexReaders();
    }

    private void indexReaders() {
        for (int block : job.readBlock) {
            firstReader[block + 1]++;
        }
        for (int b = 0; b < job.blocks(); b++) {
            firstReader[b + 1] += firstReader[b];
        }
        int[] next = firstReader.clone();
        for (int t = 0; t < job.tasks(); t++) {
            for (int r = job.firstRead[t]; r < job.firstRead[t + 1]; r++) {
                readers[next[job.readBlock[r]]++] = t;
            }
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
    double run(double[] readyAt, double delay, double[] starts) {
        slots.clear();
        for (double freeAt : job.slotsFreeAt) {
            slots.add(Double.doubleToRawLongBits(Math.max(delay + job.times.initSeconds(), freeAt)));
        }
        for (int t = 0; t < queue.length; t++) {
            queue[t] = entry(t, readyAt, 0);
        }
        Arrays.sort(queue);
        Arrays.fill(started, false);
        fallen.clear();
        int[] arrivals = foresight == Foresight.RESCORED ? arrivals(readyAt) : new int[0];
        int arrived = 0;
        int next = 0;
        double end = 0;
        for (int n = 0; n < queue.length; n++) {
            double start = Double.longBitsToDouble(slots.peek()) + job.times.scheduleSeconds();
            while (arrived < arrivals.length && readyAt[arrivals[arrived]] <= start) {
                rescore(arrivals[arrived++], readyAt, start);
            }
            while (next < queue.length && started[(int) (queue[next] & INDEX)]) {
                next++;
            }
            while (!fallen.isEmpty() && started[(int) (fallen.peek() & INDEX)]) {
                fallen.poll();
            }
            boolean fromQueue = fallen.isEmpty() || next < queue.length && queue[next] <= fallen.peek();
            int task = (int) ((fromQueue ? queue[next++] : fallen.poll()) & INDEX);
            started[task] = true;
            starts[task] = start;
            double taskEnd = start + reading(task, readyAt, start) + job.cpu[task];
            slots.replaceLeast(Double.doubleToRawLongBits(taskEnd));
            end = Math.max(end, taskEnd);
        }
        return end;
    }

    private long entry(int task, double[] readyAt, double now) {
        return (long) job.score(task, readyAt, now, foresight == Foresight.RESCORED) << 32 | task;
    }

    private int[] arrivals(double[] readyAt) {
        int count = 0;
        int[] coming = new int[readyAt.length];
        for (int b = 0; b < readyAt.length; b++) {
            if (readyAt[b] > 0 && readyAt[b] < Double.POSITIVE_INFINITY) {
                coming[count++] = b;
            }
        }
        int[] order = Orders.by(count, i -> readyAt[coming[i]]);
        Arrays.setAll(order, i -> coming[order[i]]);
        return order;
    }

    private void rescore(int block, double[] readyAt, double now) {
        for (int r = firstReader[block]; r < firstReader[block + 1]; r++) {
            if (!started[readers[r]]) {
                fallen.add(entry(readers[r], readyAt, now));
            }
        }
    }

    private double reading(int task, double[] readyAt, double start) {
        double seconds = 0;
        for (int r = job.firstRead[task]; r < job.firstRead[task + 1]; r++) {
            int block = job.readBlock[r];
            double rate = job.baseRate[block];
            if (inMemory(readyAt[block], start)) {
                rate = Math.max(rate, job.memoryRate);
            }
            seconds += job.readBytes[r] / rate;
        }
        return seconds;
    }

    /** Whether a task that starts at {@code start} finds a block in memory that is ready at {@code ready}. */
    boolean inMemory(double ready, double start) {
        return ready < start || ready == start && (foresight == Foresight.RESCORED || ready == 0);
    }

    /** Per block: when the first task that reads it starts; infinity for one that none reads. */
    double[] firstReads(double[] starts) {
        double[] first = new double[job.blocks()];
        Arrays.fill(first, Double.POSITIVE_INFINITY);
        for (int t = 0; t < starts.length; t++) {
            for (int r = job.firstRead[t]; r < job.firstRead[t + 1]; r++) {
                first[job.readBlock[r]] = Math.min(first[job.readBlock[r]], starts[t]);
            }
        }
        return first;
    }
}
