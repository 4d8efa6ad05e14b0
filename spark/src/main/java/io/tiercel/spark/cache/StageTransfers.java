package io.tiercel.spark.cache;

import io.tiercel.spark.cache.CacheTransfers.Part;
import java.util.BitSet;
import java.util.List;

/** The transfers for one stage. Thread-safe. */
public final class StageTransfers {
    private final CacheTransfers transfers;
    private final long job;
    private final List<List<Part>> missing;
    private final BitSet launched = new BitSet();

    /** @param missing parts of files, by task */
    StageTransfers(CacheTransfers transfers, List<List<Part>> missing, double now) {
        this.transfers = transfers;
        this.missing = List.copyOf(missing);
        this.job = transfers.begin(missing, now);
    }

    /** A task runs: it reads by itself what has not come. Counts once for each task. */
    public synchronized void launched(int task, double now) {
        if (!launched.get(task)) {
            launched.set(task);
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
