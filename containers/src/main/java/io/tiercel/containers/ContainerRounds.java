package io.tiercel.containers;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.record.ReadPlace;
import io.tiercel.stage.ExcludedSlots;
import io.tiercel.stage.FreeSlots;
import io.tiercel.stage.HoldRule;
import io.tiercel.stage.RoundPlan.Decided;
import io.tiercel.stage.StagePlan;
import io.tiercel.stage.StagePrices;
import io.tiercel.stage.TaskDurations;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Assigns waiting tasks to the containers of one heartbeat: Trident's task scheduling (section 2.2) with a YARN container as a slot. No
 * container is kept for a later task: the ResourceManager has chosen its node, and gives it to nobody else meanwhile.
 */
final class ContainerRounds {
    /**
     * A round.
     *
     * @param decided the question and the answer; its tasks are positions of waiting tasks
     * @param placements the cheapest ones first
     */
    record Round(Decided decided, List<Placement> placements) {}

    private record Priced(int waiting, int node, int cost) {}

    private final AssignmentPolicy policy;
    private final HostRegistry hosts;

    ContainerRounds(AssignmentPolicy policy, HostRegistry hosts) {
        this.policy = policy;
        this.hosts = hosts;
    }

    /**
     * Decides a round.
     *
     * @param containers the host of each
     * @param most how many tasks may get one; the cheapest do
     * @param isSpent whether the round's time budget is spent
     * @return empty if it was
     */
    Optional<Round> decide(
            TaskInput input, List<String> containers, List<WaitingTask> waiting, int most, BooleanSupplier isSpent) {
        Map<Integer, Deque<Integer>> byNode = new HashMap<>();
        for (int container = 0; container < containers.size(); container++) {
            byNode.computeIfAbsent(hosts.node(containers.get(container)), node -> new ArrayDeque<>())
                    .add(container);
        }
        return input.price(waiting, isSpent).flatMap(prices -> {
            int[] slots = new int[prices.rackOf().length];
            byNode.forEach((node, here) -> slots[node] = here.size());
            return Optional.ofNullable(decide(prices, slots, isSpent))
                    .map(decided -> new Round(decided, placements(decided, prices, byNode, most)));
        });
    }

    private @Nullable Decided decide(TaskInput.Prices prices, int[] slots, BooleanSupplier isSpent) {
        StagePrices all = new StagePrices(prices.lists(), prices.bytes(), prices.known(), prices.rackOf());
        StagePlan plan =
                new StagePlan(policy, HoldRule.NEVER, TaskDurations.ofApplication(), all, prices.rackOf(), slots);
        return plan.round(new FreeSlots(prices.rackOf(), slots), 0, task -> true, ExcludedSlots.NONE, isSpent)
                .decided();
    }

    private static List<Placement> placements(
            Decided decided, TaskInput.Prices prices, Map<Integer, Deque<Integer>> byNode, int most) {
        Assignment assignment = decided.decision().assignment();
        List<Priced> placed = new ArrayList<>();
        for (int i = 0; i < decided.tasks().length; i++) {
            int node = assignment.nodeOf(i);
            if (node != Assignment.NONE) {
                placed.add(
                        new Priced(decided.tasks()[i], node, decided.problem().cost(i, node)));
            }
        }
        return placed.stream()
                .sorted(Comparator.comparingInt(Priced::cost).thenComparingInt(Priced::waiting))
                .limit(most)
                .map(each -> new Placement(byNode.get(each.node()).remove(), each.waiting(), reads(prices, each)))
                .toList();
    }

    private static ReadPlace reads(TaskInput.Prices prices, Priced placed) {
        return ReadPlace.of(
                prices.known()[placed.waiting()] ? prices.lists()[placed.waiting()] : null,
                placed.node(),
                prices.rackOf()[placed.node()]);
    }
}
