package io.tiercel.demo.prefetch;

import io.tiercel.client.TiercelClient;
import io.tiercel.demo.cluster.Await;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.MigrationState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.Selection;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.TieredCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Submits jobs. All data is cold, the coordinator gets a hint with the input, and the job begins a lead time later: as long as an
 * application takes to start.
 */
final class JobSubmitter implements AutoCloseable {
    private static final long LEASE_MILLIS = TimeUnit.MINUTES.toMillis(30);
    private static final long LOOK_AGAIN_MILLIS = 20;

    private final TieredCluster cluster;
    private final MemoryControl control;
    private final double lead;
    private PrefetchTreatment treatment = PrefetchTreatment.NONE;
    private String application = "";

    private List<List<String>> inputs = List.of();

    /** For each job of the application, in their order. */
    final List<JobSubmission> submissions = new ArrayList<>();

    /** @param lead seconds from submission to the job's first stage */
    JobSubmitter(TieredCluster cluster, MemoryTierConfig memory, double lead) {
        this.cluster = cluster;
        this.control = new MemoryControl(cluster, memory);
        this.lead = lead;
    }

    /** Begins an application that runs jobs under one treatment, with its name at the coordinator and the paths that each job reads. */
    void begin(PrefetchTreatment next, String name, List<List<String>> paths) {
        control.binder(next.binder());
        treatment = next;
        application = name;
        inputs = paths;
        submissions.clear();
    }

    DeviceCounters prepare(int job) throws InterruptedException {
        List<String> paths = inputs.get(job);
        control.letGo(application);
        cluster.evictPageCache();
        control.awaitCold(paths);
        DeviceCounters before = cluster.counters();
        submissions.add(submit(paths));
        return before;
    }

    private JobSubmission submit(List<String> paths) throws InterruptedException {
        if (treatment == PrefetchTreatment.ORACLE) {
            PrefetchReply reply = ask(paths, Long.MAX_VALUE);
            Await.given(control.client().follow(application, progress -> {}));
            return new JobSubmission(
                    reply.getBlocksCount(),
                    reply.getBlocksCount(),
                    bytes(reply.getBlocksList()),
                    Double.NaN,
                    Double.NaN,
                    resident());
        }
        // Where nothing happens in the lead time it is added to the job's time, not waited for.
        return treatment.isAnnounced() ? askAndWait(paths) : JobSubmission.NOTHING;
    }

    private JobSubmission askAndWait(List<String> paths) throws InterruptedException {
        long startMillis = System.currentTimeMillis();
        long start = System.nanoTime();
        long neededBy = startMillis + Math.round(1_000 * lead);
        List<BlockState> asked = ask(paths, neededBy).getBlocksList();
        long bytes = bytes(asked);
        double ready = Double.NaN;
        while (elapsed(start) < lead) {
            if (Double.isNaN(ready) && resident() >= bytes) {
                ready = elapsed(start);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
        List<BlockState> kept = treatment.plans() ? withoutPending(paths, neededBy) : asked;
        return new JobSubmission(
                asked.size(),
                kept.size(),
                bytes(kept),
                treatment.plans() ? expected(asked, startMillis) : Double.NaN,
                ready,
                resident());
    }

    /** Seconds until the last of them is in memory, as the coordinator expects it; NaN if it does not say it of all. */
    private static double expected(List<BlockState> asked, long startMillis) {
        return asked.stream()
                .mapToDouble(block ->
                        block.hasExpectedMillis() ? (block.getExpectedMillis() - startMillis) / 1_000.0 : Double.NaN)
                .reduce(0, Math::max);
    }

    private static double elapsed(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private PrefetchReply ask(List<String> paths, long neededBy) {
        PrefetchRequest.Builder request = PrefetchRequest.newBuilder()
                .setJob(application)
                .setEviction(Eviction.EVICT_AFTER_READ)
                .setLeaseMillis(LEASE_MILLIS)
                .setEstimate(treatment.plans());
        paths.forEach(path -> request.addData(TiercelClient.path(path)));
        if (neededBy != Long.MAX_VALUE) {
            request.setNeededInMillis(Math.max(0, neededBy - System.currentTimeMillis()));
        }
        return Await.given(control.client().prefetch(request.build()));
    }

    /** Releases the blocks that no agent has begun with when the job begins; the plans decide on them. Each file is one block. */
    private List<BlockState> withoutPending(List<String> paths, long neededBy) {
        List<BlockState> now = ask(paths, neededBy).getBlocksList();
        List<Selection> pending = now.stream()
                .filter(block -> !begun(block))
                .map(block -> TiercelClient.path(block.getPath()))
                .toList();
        if (!pending.isEmpty()) {
            Await.given(control.client().release(application, pending));
        }
        return now.stream().filter(JobSubmitter::begun).toList();
    }

    private static boolean begun(BlockState block) {
        return block.getState() == MigrationState.RESIDENT || block.getState() == MigrationState.BOUND;
    }

    private static long bytes(List<BlockState> blocks) {
        return blocks.stream().mapToLong(BlockState::getLength).sum();
    }

    /** Bytes of the application's claims that are in memory. */
    private long resident() {
        return Await.given(control.client().status()).getJobsList().stream()
                .filter(each -> each.getJob().equals(application))
                .mapToLong(job -> job.getBlocks().getResidentBytes())
                .sum();
    }

    @Override
    public void close() {
        control.close();
    }

    /**
     * The prefetching for a job between its submission and its first stage.
     *
     * @param asked blocks that the coordinator was asked for
     * @param kept of these, those that were still asked for when the job began
     * @param expectedSeconds from submission until all that was asked for is in memory, as the coordinator expected it; NaN where nobody asked
     * @param readySeconds the same, measured; NaN if not all of it was when the job began
     * @param inMemory bytes that were in memory when the job began
     */
    record JobSubmission(
            int asked, int kept, long keptBytes, double expectedSeconds, double readySeconds, long inMemory) {
        static final JobSubmission NOTHING = new JobSubmission(0, 0, 0, Double.NaN, Double.NaN, 0);
    }
}
