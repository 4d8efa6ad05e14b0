package io.tiercel.spark.cache;

import io.tiercel.spark.cache.CacheTransfers.Part;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The transfers for one stage. Thread-safe. */
public final class StageTransfers {
    private final CacheTransfers transfers;
    private final long job;
    private final List<List<Part>> missing;
    private final BitSet launched = new BitSet();
    private final Map<Part, List<Integer>> tasksOf = new HashMap<>();

    /** Of a task: its parts that executors have begun to bring in. */
    private final int[] underWay;

    /** Of a task: its parts that have come. */
    private final int[] come;

    /** Never changed once it is here. */
    private volatile BitSet onItsWay = new BitSet();

    /** Never changed once it is here. */
    private volatile BitSet settled = new BitSet();

    /** @param missing parts of files, by task @param present parts that caches hold or await, by task */
    StageTransfers(CacheTransfers transfers, List<List<Part>> missing, List<List<Part>> present, double now) {
        this.transfers = transfers;
        this.missing = List.copyOf(missing);
        this.underWay = new int[missing.size()];
        this.come = new int[missing.size()];
        for (int task = 0; task < missing.size(); task++) {
            for (Part part : missing.get(task)) {
                tasksOf.computeIfAbsent(part, any -> new ArrayList<>()).add(task);
            }
        }
        this.job = transfers.begin(missing, present, this::heard, now);
    }

    private synchronized void heard(Part part, CacheTransfers.News news) {
        for (int task : tasksOf.getOrDefault(part, List.of())) {
            underWay[task] += news == CacheTransfers.News.BEGUN ? 1 : -1;
            come[task] += news == CacheTransfers.News.CAME ? 1 : 0;
            tell(task);
        }
    }

    private void tell(int task) {
        boolean counts = !launched.get(task);
        onItsWay = with(onItsWay, task, counts && underWay[task] > 0);
        settled = with(settled, task, counts && underWay[task] + come[task] > 0);
    }

    private static BitSet with(BitSet before, int task, boolean value) {
        if (before.get(task) == value) {
            return before;
        }
        BitSet now = (BitSet) before.clone();
        now.set(task, value);
        return now;
    }

    /** Whether an executor has brought in some of a task's input, or does so now. What callers know of locations may be older. */
    public boolean isSettled(int task) {
        return settled.get(task);
    }

    /** Whether an executor brings in some of a task's input now. */
    public boolean isOnItsWay(int task) {
        return onItsWay.get(task);
    }

    /** A task runs: it reads by itself what has not come. Counts once for each task. */
    public synchronized void launched(int task, double now) {
        if (!launched.get(task)) {
            launched.set(task);
            tell(task);
            transfers.unwant(job, missing.get(task), now);
        }
    }

    /** A task has ended. @param bytes of its input @param seconds for which it ran */
    public void finished(long bytes, double seconds) {
        if (bytes > 0 && seconds > 0) {
            transfers.reportRate(job, Math.max(1, Math.round(bytes / seconds)));
        }
    }

    public void close(double now) {
        transfers.end(job, now);
    }
}
