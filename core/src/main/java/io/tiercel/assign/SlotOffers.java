package io.tiercel.assign;

import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Offers free slots as Spark's {@code TaskSchedulerImpl.resourceOffers} does, so that list schedulers differ in their rules
 * alone. At each level every node in turn offers one slot, until a whole turn places nothing; then comes the next level. An
 * offer takes the first task of the first rule that has one.
 *
 * <p>Nodes offer in the order of their numbers; Spark shuffles them, which a pure function must not. A rule yields the task with
 * the lowest number, as Spark's lists do.
 *
 * <p>A listed node is local to a task by the tier listed there; where that is {@link Tier#REMOTE}, most of the bytes would
 * come from other nodes, and the node is not local. A task that lists neither node nor rack has no preference.
 */
final class SlotOffers {
    private final AssignmentProblem problem;
    private final int[] free;
    private final int[] nodeOf;
    private final Reason[] reasons;

    SlotOffers(AssignmentProblem problem) {
        this.problem = problem;
        this.free = new int[problem.nodes()];
        Arrays.setAll(free, problem::slots);
        this.nodeOf = new int[problem.tasks().size()];
        Arrays.fill(nodeOf, Assignment.NONE);
        this.reasons = new Reason[nodeOf.length];
        Arrays.fill(reasons, Reason.NO_SLOT);
    }

    /** One rule of a level: which tasks it may place, and the reason to state. */
    record Rule(Reason reason, PendingTasks tasks) {}

    /** Places a task on a node that it lists, if {@code counts} holds for the task and the tier listed there. */
    Rule listed(Reason reason, BiPredicate<Preferences, @Nullable Tier> counts) {
        return atNodes(reason, (task, i) -> counts.test(task, task.nodeTier(i)));
    }

    /** Says of a task and a number whether a rule may place it there. */
    @FunctionalInterface
    interface TaskPredicate {
        boolean test(Preferences task, int number);
    }

    /** Places a task on a node that it lists, if {@code counts} holds for the task and the node's position in its list. */
    Rule atNodes(Reason reason, TaskPredicate counts) {
        return new Rule(reason, PendingTasks.atNodes(problem, counts));
    }

    /** Places a task in a rack that it lists, or in which it lists a node, if {@code counts} holds for the task and the rack. */
    Rule inRacks(Reason reason, TaskPredicate counts) {
        return new Rule(reason, PendingTasks.inRacks(problem, counts));
    }

    /** Places a task whose input lies on {@code local} of the offering node. */
    Rule onTier(Tier local, Reason reason) {
        return listed(reason, (task, tier) -> tier == local);
    }

    Rule processLocal() {
        return listed(Reason.PROCESS_LOCAL, (task, tier) -> tier == null);
    }

    Rule noPreference() {
        return anywhere(Reason.NO_PREFERENCE, Preferences::isEmpty);
    }

    /** Places the tasks of {@code which} on any node. */
    Rule anywhere(Reason reason, Predicate<Preferences> which) {
        return new Rule(reason, PendingTasks.anywhere(problem, which));
    }

    /** Offers what is free under {@code rules}, until a turn over all nodes places nothing. */
    SlotOffers level(Rule... rules) {
        boolean placed = true;
        while (placed) {
            placed = false;
            for (int node = 0; node < free.length; node++) {
                placed |= free[node] > 0 && offer(node, rules);
            }
        }
        return this;
    }

    private boolean offer(int node, Rule[] rules) {
        for (Rule rule : rules) {
            int task = rule.tasks().next(node, nodeOf);
            if (task != Assignment.NONE) {
                nodeOf[task] = node;
                reasons[task] = rule.reason();
                free[node]--;
                return true;
            }
        }
        return false;
    }

    /** Ends as Spark does: tasks without preference, then any task in its rack, then any task. */
    Decision restAsSpark() {
        return level(noPreference())
                .level(inRacks(Reason.RACK_LOCAL, (task, rack) -> true))
                .level(anywhere(Reason.ANYWHERE, task -> true))
                .decision();
    }

    Decision decision() {
        return new Decision(Assignment.of(problem, nodeOf), Arrays.asList(reasons));
    }

    /**
     * The tasks that one rule of a list scheduler may place on a node, lowest number first. All lists lie in one array, with a
     * cursor per place that passes placed tasks once. So a whole round costs no more than the lists are long.
     */
    private static final class PendingTasks {
        private final int[] tasks;
        private final int[] cursor;
        private final int[] end;
        private final IntUnaryOperator placeOf;

        private PendingTasks(
                AssignmentProblem problem,
                int count,
                IntUnaryOperator placeOf,
                BiConsumer<Preferences, IntConsumer> placesOf) {
            int[] start = new int[count + 1];
            for (Preferences task : problem.tasks()) {
                placesOf.accept(task, place -> start[place + 1]++);
            }
            for (int place = 0; place < count; place++) {
                start[place + 1] += start[place];
            }
            this.placeOf = placeOf;
            this.cursor = Arrays.copyOf(start, count);
            this.end = cursor.clone();
            this.tasks = new int[start[count]];
            for (int t = 0; t < problem.tasks().size(); t++) {
                int task = t;
                placesOf.accept(problem.tasks().get(t), place -> tasks[end[place]++] = task);
            }
        }

        /** The tasks by the nodes that they list, as far as {@code counts} holds for the task and the node's position. */
        static PendingTasks atNodes(AssignmentProblem problem, TaskPredicate counts) {
            return new PendingTasks(problem, problem.nodes(), node -> node, (task, places) -> {
                for (int i = 0; i < task.size(); i++) {
                    if (counts.test(task, i)) {
                        places.accept(task.node(i));
                    }
                }
            });
        }

        /** The tasks by the racks of the nodes that they list, as far as {@code counts} holds for the task and the rack. */
        static PendingTasks inRacks(AssignmentProblem problem, TaskPredicate counts) {
            return new PendingTasks(problem, problem.racks(), problem::rackOf, (task, places) -> {
                for (int node : task.nodes()) {
                    if (counts.test(task, problem.rackOf(node))) {
                        places.accept(problem.rackOf(node));
                    }
                }
                for (int rack : task.racks()) {
                    if (counts.test(task, rack)) {
                        places.accept(rack);
                    }
                }
            });
        }

        static PendingTasks anywhere(AssignmentProblem problem, Predicate<Preferences> which) {
            return new PendingTasks(problem, 1, node -> 0, (task, places) -> {
                if (which.test(task)) {
                    places.accept(0);
                }
            });
        }

        /** The first task for {@code node} that has none in {@code nodeOf}; {@link Assignment#NONE} if there is none left. */
        int next(int node, int[] nodeOf) {
            int place = placeOf.applyAsInt(node);
            while (cursor[place] < end[place]) {
                int task = tasks[cursor[place]];
                if (nodeOf[task] == Assignment.NONE) {
                    return task;
                }
                cursor[place]++;
            }
            return Assignment.NONE;
        }
    }
}
