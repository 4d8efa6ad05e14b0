package io.tiercel.bench.transfer;

import io.tiercel.transfer.IsolationQuanta;
import io.tiercel.transfer.SourceBandwidth;
import io.tiercel.transfer.TransferPolicy;
import io.tiercel.transfer.TransferScheduler;
import io.tiercel.transfer.TransferSettings;
import java.util.SplittableRandom;

/**
 * Pending blocks of many jobs at one source. Jobs name their blocks one after another, all of a job at once, as at the submission of a stage.
 * Each block is wanted by one job, every tenth by a second one as well; the plan names a node for half of them. All blocks fit into the caches twice.
 */
record TransferLoad(int blocks, int jobs, int nodes) {
    private static final long BLOCK = 64 << 20;
    private static final int SOURCE = 0;

    static TransferLoad named(String name) {
        String[] parts = name.split("x");
        if (parts.length != 3) {
            throw new IllegalArgumentException("load: expected BLOCKSxJOBSxNODES, got " + name);
        }
        return new TransferLoad(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    /** @param bound of the source, bytes per second */
    TransferScheduler scheduler(TransferPolicy policy, long bound) {
        SplittableRandom random = new SplittableRandom(1);
        TransferScheduler scheduler = new TransferScheduler(TransferSettings.of(policy));
        scheduler.addSource(SOURCE, new SourceBandwidth(bound), IsolationQuanta.ALWAYS);
        for (int node = 0; node < nodes; node++) {
            scheduler.addNode(node, 2 * BLOCK * (blocks / nodes + 1));
        }
        for (int job = 0; job < jobs; job++) {
            scheduler.add(job, job, random.nextInt(3));
        }
        for (int block = 0; block < blocks; block++) {
            want(scheduler, random, (int) ((long) block * jobs / blocks), block);
            if (block % 10 == 0) {
                want(scheduler, random, random.nextInt(jobs), block);
            }
        }
        return scheduler;
    }

    private void want(TransferScheduler scheduler, SplittableRandom random, int job, int block) {
        int destination = random.nextBoolean() ? random.nextInt(nodes) : TransferScheduler.ANY_NODE;
        scheduler.want(job, block, BLOCK, SOURCE, destination);
    }
}
