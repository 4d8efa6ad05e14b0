package io.tiercel.spark.prefetch;

import io.tiercel.model.BlockId;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.PrefetchTracker;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.spark.event.PlanEventFactory;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchOutcomes.BlockOutcome;
import io.tiercel.spark.event.PrefetchPlanned;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.event.TimeSeriesCounter;
import io.tiercel.spark.memory.PrefetchRequests;
import io.tiercel.spark.memory.PrefetchRequests.RequestedBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Requests the blocks of one stage's plan, and takes back what is unread when the stage ends. Publishes the outcome as events: while the
 * stage runs at most once a second, and once at its end. Not thread-safe.
 */
final class StageRequests {
    /** Bounds the number of requests: each costs a call, and the coordinator orders the blocks within one. */
    private static final int MOST_BATCHES = 16;

    private static final double INTERVAL_SECONDS = 1;

    /**
     * Blocks to be requested together.
     *
     * @param neededAt when the first of them is needed, seconds from the submission
     * @param blocks indexes of the blocks, in the order of need
     */
    record Batch(double neededAt, List<Integer> blocks) {}

    private final PrefetchRequests coordinator;
    private final BlockClaims claims;
    private final PrefetchSubject subject;
    private final Consumer<TiercelEvent> events;
    private final List<PrefetchRequests.Request> requests = new ArrayList<>();
    private final PrefetchTracker tracker = new PrefetchTracker();
    private final TimeSeriesCounter happened =
            TimeSeriesCounter.sinceZero(List.of(PrefetchPlanned.READY, PrefetchPlanned.NEEDED));

    private double published = Double.NEGATIVE_INFINITY;

    StageRequests(
            PrefetchRequests coordinator, BlockClaims claims, PrefetchSubject subject, Consumer<TiercelEvent> events) {
        this.coordinator = coordinator;
        this.claims = claims;
        this.subject = subject;
        this.events = events;
    }

    PrefetchTracker tracker() {
        return tracker;
    }

    /**
     * Requests blocks of a plan.
     *
     * @param chosen indexes of the blocks, in the order of need
     * @param refused receives the coordinator's reasons for blocks that it does not bring in; called once for each batch
     */
    void request(StageBlocks stage, PrefetchPlan plan, List<Integer> chosen, Consumer<List<String>> refused) {
        for (Batch batch : batches(plan, chosen)) {
            List<RequestedBlock> wanted = new ArrayList<>(batch.blocks().size());
            for (int block : batch.blocks()) {
                StageBlocks.Part part = stage.parts().get(block);
                double readyAt = plan.blocks().get(block).readyAt();
                tracker.addRequest(part.id, part.bytes(), readyAt);
                claims.add(part.id, subject.submittedNanos() + Math.round(1e9 * readyAt));
                wanted.add(part.request());
            }
            long neededBy = subject.submittedMillis() + Math.round(1000 * Math.min(batch.neededAt(), 1e9));
            requests.add(coordinator.request(wanted, neededBy, refused));
        }
    }

    /**
     * Groups blocks of a plan: those that are needed at about the same time go together.
     *
     * @param chosen of the plan's blocks, in the order of need
     */
    static List<Batch> batches(PrefetchPlan plan, List<Integer> chosen) {
        double span = plan.seconds() / MOST_BATCHES;
        List<Batch> batches = new ArrayList<>();
        for (int block : chosen) {
            double needed = plan.blocks().get(block).neededAt();
            Batch last = batches.isEmpty() ? null : batches.get(batches.size() - 1);
            if (last == null || needed > last.neededAt() + span) {
                last = new Batch(needed, new ArrayList<>());
                batches.add(last);
            }
            last.blocks().add(block);
        }
        return batches;
    }

    /** A block was reported in memory, {@code seconds} after the submission. */
    void arrived(BlockId block, double seconds) {
        if (tracker.markArrived(block, seconds)) {
            happened.add(0, PlanEventFactory.millis(seconds));
        }
    }

    /** A task that reads the block was launched, {@code seconds} after the submission. */
    void started(BlockId block, double seconds, boolean inMemory) {
        if (tracker.markStarted(block, seconds, inMemory)) {
            happened.add(1, PlanEventFactory.millis(seconds));
        }
    }

    /** Publishes the outcome at the stage's end, or so far unless that was done within the last second. */
    void publish(PrefetchOutcome outcome, boolean over) {
        if (outcome.taken() == 0 || !over && outcome.seconds() < published + INTERVAL_SECONDS) {
            return;
        }
        published = outcome.seconds();
        events.accept(new PrefetchOutcomes(
                TiercelEvent.VERSION,
                subject.stage().stage(),
                subject.stage().attempt(),
                over,
                outcome,
                happened.series(),
                tracker.blocks(PlanEventFactory.MOST_BLOCKS).stream()
                        .map(block -> new BlockOutcome(
                                block.block().toString(),
                                PlanEventFactory.millis(block.arrivedAt()),
                                PlanEventFactory.millis(block.startedAt()),
                                block.used()))
                        .toList()));
    }

    /** Gives up the claims of the stage, and releases the unread blocks that nobody else claims. */
    void end() {
        requests.forEach(coordinator::forget);
        List<BlockId> unclaimed =
                tracker.unread().stream().filter(claims::isSingle).toList();
        coordinator.done(unclaimed);
        tracker.requested().forEach(claims::remove);
    }
}
