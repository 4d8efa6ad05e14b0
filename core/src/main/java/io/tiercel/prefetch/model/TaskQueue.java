package io.tiercel.prefetch.model;

import io.tiercel.struct.IndexSet;
import io.tiercel.struct.LongHeap;
import java.util.Arrays;

/**
 * Tasks by their scores, equal ones in their order. Scores at submission are sorted once. Scores that fall later stand beside them,
 * and started tasks are skipped.
 */
final class TaskQueue {
    private static final long INDEX = 0xFFFF_FFFFL;
    /** Up to this many distinct scores need no sorting by comparisons; jobs of one block a task have fewer. */
    private static final int FEW = 8;

    private final IndexedJob job;
    private final boolean inclusive;

    private final int[] scores;

    /** The index of each task's score among few. */
    private final byte[] kinds;

    private final int[] queue;

    private int next;

    /** Tasks whose score has fallen to that of memory. */
    private final IndexSet inMemory;

    /** Score and index of tasks whose score has fallen to another. */
    private final LongHeap fallen = new LongHeap(16);

    private final boolean[] started;

    /** @param inclusive whether a task that starts exactly when its block is ready finds it in memory */
    TaskQueue(IndexedJob job, boolean inclusive) {
        this.job = job;
        this.inclusive = inclusive;
        this.scores = new int[job.tasks()];
        this.kinds = new byte[job.tasks()];
        this.queue = new int[job.tasks()];
        this.inMemory = new IndexSet(job.tasks());
        this.started = new boolean[job.tasks()];
    }

    void submit(double[] readyAt) {
        int[] found = new int[FEW];
        int[] counts = new int[FEW];
        int distinct = 0;
        for (int t = 0; t < scores.length; t++) {
            int score = job.score(t, readyAt, 0, inclusive);
            scores[t] = score;
            if (distinct <= FEW) {
                int kind = 0;
                while (kind < distinct && found[kind] != score) {
                    kind++;
                }
                distinct = Math.max(distinct, kind + 1);
                if (kind < FEW) {
                    found[kind] = score;
                    counts[kind]++;
                    kinds[t] = (byte) kind;
                }
            }
        }
        if (distinct <= FEW) {
            distribute(found, counts, distinct);
        } else {
            sort();
        }
        again();
    }

    private void distribute(int[] found, int[] counts, int distinct) {
        int[] places = new int[distinct];
        for (int kind = 0; kind < distinct; kind++) {
            for (int other = 0; other < distinct; other++) {
                places[kind] += found[other] < found[kind] ? counts[other] : 0;
            }
        }
        for (int t = 0; t < kinds.length; t++) {
            queue[places[kinds[t]]++] = t;
        }
    }

    private void sort() {
        long[] entries = new long[scores.length];
        Arrays.setAll(entries, t -> entry(scores[t], t));
        Arrays.sort(entries);
        Arrays.setAll(queue, i -> index(entries[i]));
    }

    /** Back to the last submission. */
    void again() {
        next = 0;
        inMemory.clear();
        fallen.clear();
        Arrays.fill(started, false);
    }

    /** Updates a task whose score may have fallen. */
    void rescore(int task, double[] readyAt, double now) {
        if (!started[task]) {
            int score = job.score(task, readyAt, now, inclusive);
            if (score == job.memoryScore) {
                inMemory.add(task);
            } else {
                fallen.add(entry(score, task));
            }
        }
    }

    void allInMemory(int task) {
        if (!started[task]) {
            inMemory.add(task);
        }
    }

    int poll() {
        while (next < queue.length && started[queue[next]]) {
            next++;
        }
        while (!fallen.isEmpty() && started[index(fallen.peek())]) {
            fallen.poll();
        }
        long best = next < queue.length ? entry(scores[queue[next]], queue[next]) : Long.MAX_VALUE;
        if (!fallen.isEmpty()) {
            best = Math.min(best, fallen.peek());
        }
        int task = index(best);
        if (!inMemory.isEmpty() && entry(job.memoryScore, inMemory.least()) <= best) {
            task = inMemory.pollLeast();
        }
        started[task] = true;
        return task;
    }

    private static long entry(int score, int task) {
        return (long) score << 32 | task;
    }

    private static int index(long entry) {
        return (int) (entry & INDEX);
    }
}
