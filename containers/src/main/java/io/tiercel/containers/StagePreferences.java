package io.tiercel.containers;

import io.tiercel.assign.CostModel;
import io.tiercel.client.PreferenceSession;
import io.tiercel.protocol.AskPreferences;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which containers a stage has said it prefers: by its waiting tasks' costs and by the plan of its reads, again when these change, but not
 * too often.
 */
final class StagePreferences {
    /** Least time between two changes. */
    private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The tasks that the last preferences were made of. */
    private List<WaitingTask> preferred = List.of();

    private long generation = -1;

    /** Whether the last preferences were made without a plan that was on its way. */
    private boolean awaitsPlan;

    private long saidAt;
    private boolean hasTried;

    boolean isEmpty() {
        return preferred.isEmpty();
    }

    /**
     * Says which containers the next heartbeat prefers.
     *
     * @param reads the stage's plan; null under a policy that plans none
     * @return completes when a ResourceManager knows them; at once if there is nothing new to say
     */
    CompletableFuture<Boolean> say(
            PreferenceSession session,
            int priority,
            List<WaitingTask> waiting,
            TaskInput input,
            @Nullable StageReads reads,
            ContainerScheduler job) {
        long now = input.generation();
        boolean hasChanged = now != generation || awaitsPlan || !waiting.equals(preferred);
        if (!hasChanged || hasTried && System.nanoTime() - saidAt < CHANGE_NANOS) {
            return CompletableFuture.completedFuture(true);
        }
        hasTried = true;
        // Late prices stay, so that the next time begins where this one ends.
        saidAt = System.nanoTime();
        long deadline = saidAt + ContainerScheduler.ROUND_NANOS;
        BooleanSupplier isSpent = () -> System.nanoTime() - deadline > 0;
        return input.price(waiting, isSpent)
                .map(prices -> {
                    awaitsPlan = reads != null && reads.plan(waiting, isSpent);
                    AskPreferences ask = PlaceCosts.of(
                            priority,
                            waiting,
                            prices.lists(),
                            job.locator().hosts()::node,
                            reads == null ? PlaceCosts.Plan.NONE : reads::node,
                            CostModel.units(job.settings().costs().c1()));
                    preferred = waiting;
                    generation = now;
                    return session.prefer(ask.getPlacesCount() == 0 ? List.of() : List.of(ask));
                })
                .orElseGet(() -> CompletableFuture.completedFuture(true));
    }
}
