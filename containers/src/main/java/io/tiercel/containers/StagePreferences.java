package io.tiercel.containers;

import io.tiercel.assign.CostModel;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.protocol.AskPreferences;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which containers a stage prefers: by its waiting tasks' costs and by the plan of its reads. Changes come at most once a second, except
 * that further waiting tasks count at once: their containers may be granted before.
 */
final class StagePreferences {
    /** Least time between two changes. */
    private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final HostRegistry hosts;
    private final CostModel costs;
    private final LongSupplier nanoTime;

    /** The tasks that the last preferences were made of. */
    private List<WaitingTask> preferred = List.of();

    private long generation = -1;

    /** Whether the last preferences were made without a plan that was on its way. */
    private boolean awaitsPlan;

    private long triedAt;
    private boolean hasTried;

    /** Whether the last try ran out of time. */
    private boolean isLate;

    StagePreferences(HostRegistry hosts, CostModel costs, LongSupplier nanoTime) {
        this.hosts = hosts;
        this.costs = costs;
        this.nanoTime = nanoTime;
    }

    boolean isEmpty() {
        return preferred.isEmpty();
    }

    /**
     * Which containers the next heartbeat prefers, in place of what was said before.
     *
     * @param reads the stage's plan; null under a policy that plans none
     * @return empty if there is nothing new to say now
     */
    Optional<List<AskPreferences>> changed(
            int priority, List<WaitingTask> waiting, TaskInput input, @Nullable StageReads reads) {
        long now = input.generation();
        boolean hasChanged = now != generation || awaitsPlan || !waiting.equals(preferred);
        boolean isSoon = hasTried && nanoTime.getAsLong() - triedAt < CHANGE_NANOS;
        boolean hasGrown = waiting.size() > preferred.size() && !isLate;
        if (!hasChanged || isSoon && !hasGrown) {
            return Optional.empty();
        }
        hasTried = true;
        triedAt = nanoTime.getAsLong();
        long deadline = triedAt + ContainerScheduler.ROUND_NANOS;
        BooleanSupplier isSpent = () -> nanoTime.getAsLong() - deadline > 0;
        Optional<TaskInput.Prices> priced = input.price(waiting, isSpent);
        // Late prices stay, so that the next try begins where this one ends.
        isLate = priced.isEmpty();
        return priced.map(prices -> {
            awaitsPlan = reads != null && reads.plan(waiting, isSpent);
            AskPreferences ask = PlaceCosts.of(
                    priority,
                    waiting,
                    prices.lists(),
                    hosts::node,
                    reads == null ? PlaceCosts.Plan.NONE : reads::node,
                    CostModel.units(costs.c1()));
            preferred = waiting;
            generation = now;
            return ask.getPlacesCount() == 0 ? List.of() : List.of(ask);
        });
    }
}
