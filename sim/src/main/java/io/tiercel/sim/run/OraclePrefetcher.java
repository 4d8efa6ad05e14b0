package io.tiercel.sim.run;

import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.storage.MemoryCopy;
import io.tiercel.sim.storage.Storage;
import io.tiercel.sim.storage.StoredBlock;
import java.util.HashMap;
import java.util.Map;

/** Keeps one replica of each block of a job in memory from the job's submission to its end: an upper bound for prefetchers (Trident, section 7.4). */
final class OraclePrefetcher {
    private final Storage storage;
    private final Map<StoredBlock, Kept> kept = new HashMap<>();

    private record Kept(MemoryCopy copy, int jobs) {}

    OraclePrefetcher(Storage storage) {
        this.storage = storage;
    }

    /** Begins with a job, and returns how many of its blocks are in memory now. */
    int begins(JobRun job) {
        int blocks = 0;
        for (StoredBlock block : job.input()) {
            Kept there = kept.get(block);
            int jobs = there == null ? 1 : there.jobs() + 1;
            if (there != null && there.copy().isIn()) {
                kept.put(block, new Kept(there.copy(), jobs));
            } else { // no job kept it, or its node has failed
                storage.keepOneInMemory(block).ifPresent(copy -> kept.put(block, new Kept(copy, jobs)));
            }
            Kept now = kept.get(block);
            blocks += now != null && now.copy().isIn() ? 1 : 0;
        }
        return blocks;
    }

    void ends(JobRun job) {
        for (StoredBlock block : job.input()) {
            Kept there = kept.get(block);
            if (there != null && there.jobs() > 1) {
                kept.put(block, new Kept(there.copy(), there.jobs() - 1));
            } else if (there != null) {
                there.copy().letGo();
                kept.remove(block);
            }
        }
    }
}
