package io.tiercel.containers;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.plan.dispatch.Dispatch;
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
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Assigns waiting tasks to the containers of one heartbeat. If the stage's reads are planned, the plan goes first. For the containers that
 * it leaves, the policy matches: Trident's task scheduling (section 2.2) with a YARN container as a slot. No container is kept for a later
 * task: the ResourceManager has chosen its node, and gives it to nobody else meanwhile.
 */
final class ContainerRounds {
    /**
     * A round.
     *
     * @param starts by the plan
     * @param match what the policy has decided beside them; null for nothing
     * @param placements those of the plan first, then the cheapest ones
     */
    record Round(List<Dispatch.Start> starts, @Nullable Match match, List<Placement> placements) {}

    /**
     * A decision of the policy.
     *
     * @param decided the question and the answer; its tasks are positions in {@code tasks}
     */
    record Match(Decided decided, List<WaitingTask> tasks) {}

    private record Priced(int waiting, int node, int cost) {}

    private final AssignmentPolicy policy;
    private final HostRegistry hosts;

    ContainerRounds(AssignmentPolicy policy, HostRegistry hosts) {
        this.policy = policy;
        this.hosts = hosts;
    }

    /**
     * Decides for a made-up task, so that the first real round need not load the code that decides. On a busy machine that alone may spend
     * the round's time.
     *
     * @param costs what the application prices tasks with
     */
    void warmUp(CostModel costs) {
        int[] racks = {0, 0};
        int[] slots = {1, 1};
        Task task = new Task(List.of(new Block(1 << 20, List.of(new Replica(0, Tier.HDD)))), List.of());
        Preferences[] lists = {costs.price(task, node -> racks[node])};
        decide(new TaskInput.Prices(lists, new long[] {task.bytes()}, new boolean[] {true}, racks), slots, () -> false);
    }

    /** The tasks and containers of a round, and what has become of them so far. */
    private final class Open {
        private final TaskInput input;
        private final List<WaitingTask> waiting;
        private final TaskInput.Prices prices;
        private final Map<Integer, Deque<Integer>> byNode;
        private final BitSet placedTasks = new BitSet();
        private final List<Placement> placements = new ArrayList<>();

        Open(TaskInput input, List<WaitingTask> waiting, TaskInput.Prices prices, Map<Integer, Deque<Integer>> byNode) {
            this.input = input;
            this.waiting = waiting;
            this.prices = prices;
            this.byNode = byNode;
        }

        /** Free containers of each node. */
        int[] slots(TaskInput.Prices known) {
            int[] slots = new int[known.rackOf().length];
            byNode.forEach((node, here) -> slots[node] = here.size());
            return slots;
        }

        void place(int task, int node) {
            placedTasks.set(task);
            ReadPlace reads =
                    ReadPlace.of(prices.known()[task] ? prices.lists()[task] : null, node, prices.rackOf()[node]);
            placements.add(new Placement(byNode.get(node).remove(), task, reads));
        }

        void start(List<Dispatch.Start> starts) {
            Map<Integer, Integer> positions = new HashMap<>();
            IntStream.range(0, waiting.size())
                    .forEach(position -> positions.put(waiting.get(position).task(), position));
            starts.forEach(start -> place(positions.get(start.task()), start.node()));
        }

        /** Matches tasks and containers that are left. @return null for nothing */
        @Nullable
        Match match(int most, BooleanSupplier isSpent) {
            int[] left = IntStream.range(0, waiting.size())
                    .filter(task -> !placedTasks.get(task))
                    .toArray();
            List<WaitingTask> tasks = IntStream.of(left).mapToObj(waiting::get).toList();
            Optional<TaskInput.Prices> rest = placements.isEmpty() ? Optional.of(prices) : input.price(tasks, isSpent);
            Decided decided =
                    rest.map(known -> decide(known, slots(known), isSpent)).orElse(null);
            if (decided == null) {
                return null;
            }
            Assignment assignment = decided.decision().assignment();
            IntStream.range(0, decided.tasks().length)
                    .filter(i -> assignment.nodeOf(i) != Assignment.NONE)
                    .mapToObj(i -> new Priced(
                            left[decided.tasks()[i]],
                            assignment.nodeOf(i),
                            decided.problem().cost(i, assignment.nodeOf(i))))
                    .sorted(Comparator.comparingInt(Priced::cost).thenComparingInt(Priced::waiting))
                    .limit(most)
                    .forEach(each -> place(each.waiting(), each.node()));
            return new Match(decided, tasks);
        }
    }

    /**
     * Decides a round.
     *
     * @param reads the stage's plan; null under a policy that plans none
     * @param containers the host of each
     * @param most how many tasks may get one; under a plan those that it chooses first, else the cheapest
     * @param isSpent whether the round's time budget is spent
     * @return empty if it was
     */
    Optional<Round> decide(
            TaskInput input,
            @Nullable StageReads reads,
            List<String> containers,
            List<WaitingTask> waiting,
            int most,
            BooleanSupplier isSpent) {
        Map<Integer, Deque<Integer>> byNode = new HashMap<>();
        for (int container = 0; container < containers.size(); container++) {
            byNode.computeIfAbsent(hosts.node(containers.get(container)), node -> new ArrayDeque<>())
                    .add(container);
        }
        return input.price(waiting, isSpent)
                .flatMap(prices -> decide(new Open(input, waiting, prices, byNode), reads, most, isSpent));
    }

    private static Optional<Round> decide(Open round, @Nullable StageReads reads, int most, BooleanSupplier isSpent) {
        List<Dispatch.Start> starts =
                reads == null ? List.of() : reads.starts(round.waiting, round.slots(round.prices), most, isSpent);
        round.start(starts);
        boolean isFull = starts.size() == Math.min(most, round.waiting.size())
                || round.byNode.values().stream().allMatch(Deque::isEmpty);
        Match match = isFull ? null : round.match(most - starts.size(), isSpent);
        return match == null && starts.isEmpty()
                ? Optional.empty()
                : Optional.of(new Round(starts, match, round.placements));
    }

    private @Nullable Decided decide(TaskInput.Prices prices, int[] slots, BooleanSupplier isSpent) {
        StagePrices all = new StagePrices(prices.lists(), prices.bytes(), prices.known(), prices.rackOf());
        StagePlan plan =
                new StagePlan(policy, HoldRule.NEVER, TaskDurations.ofApplication(), all, prices.rackOf(), slots);
        return plan.round(new FreeSlots(prices.rackOf(), slots), 0, task -> true, ExcludedSlots.NONE, isSpent)
                .decided();
    }
}
