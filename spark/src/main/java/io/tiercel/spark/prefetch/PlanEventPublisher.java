package io.tiercel.spark.prefetch;

import io.tiercel.json.PlanRecords;
import io.tiercel.json.RecordedPlan;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.PrefetchTracker;
import io.tiercel.spark.event.PlanEventFactory;
import io.tiercel.spark.event.PlanEventFactory.BlockName;
import io.tiercel.spark.event.PrefetchOutcomes;
import io.tiercel.spark.event.PrefetchOutcomes.BlockOutcome;
import io.tiercel.spark.event.TiercelEvent;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Publishes one stage's plan and its outcome as events: while the stage runs at most once a second, and once at its end. Not thread-safe.
 */
final class PlanEventPublisher {
    private static final double INTERVAL_SECONDS = 1;

    private final Consumer<TiercelEvent> events;
    private final PrefetchSubject subject;
    private final StageRequests requests;
    private double published = Double.NEGATIVE_INFINITY;

    PlanEventPublisher(Consumer<TiercelEvent> events, PrefetchSubject subject, StageRequests requests) {
        this.events = events;
        this.subject = subject;
        this.requests = requests;
    }

    void planned(RecordedPlan plan, double factor, IntFunction<BlockName> names) {
        events.accept(PlanEventFactory.planned(plan, subject.stage().name(), factor, names));
    }

    /** @param why there is no plan */
    void noPlan(PlanRecords.About about, String planner, String why) {
        events.accept(PlanEventFactory.none(about, subject.stage().name(), planner, why));
    }

    /** Publishes the outcome so far, unless that was done within the last second. */
    void update(PrefetchOutcome outcome) {
        if (outcome.taken() > 0 && outcome.seconds() >= published + INTERVAL_SECONDS) {
            published = outcome.seconds();
            publish(outcome, false);
        }
    }

    /** Publishes the outcome at the stage's end. */
    void end(PrefetchOutcome outcome) {
        publish(outcome, true);
    }

    private void publish(PrefetchOutcome outcome, boolean over) {
        if (outcome.taken() > 0) {
            events.accept(new PrefetchOutcomes(
                    TiercelEvent.VERSION,
                    subject.stage().stage(),
                    subject.stage().attempt(),
                    over,
                    outcome,
                    requests.happened(),
                    requests.tracker().blocks(PlanEventFactory.MOST_BLOCKS).stream()
                            .map(PlanEventPublisher::event)
                            .toList()));
        }
    }

    private static BlockOutcome event(PrefetchTracker.BlockOutcome block) {
        return new BlockOutcome(
                block.block().toString(),
                PlanEventFactory.millis(block.arrivedAt()),
                PlanEventFactory.millis(block.startedAt()),
                block.used());
    }
}
