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
 * The tasks that one rule of a list scheduler may place on a node, lowest number first. All lists lie in one array, with a
 * cursor per place that passes placed tasks once. So a whole round costs no more than the lists are long.
 */
final class PendingTasks {
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

    /** The tasks by the nodes that they list, as far as {@code counts} holds for the task and the tier listed there. */
    static PendingTasks atNodes(AssignmentProblem problem, BiPredicate<Preferences, @Nullable Tier> counts) {
        return new PendingTasks(problem, problem.nodes(), node -> node, (task, places) -> {
            for (int i = 0; i < task.size(); i++) {
                if (counts.test(task, task.nodeTier(i))) {
                    places.accept(task.node(i));
                }
            }
        });
    }

    /** The tasks by the racks of the nodes that they list. */
    static PendingTasks inRacks(AssignmentProblem problem) {
        return new PendingTasks(problem, problem.racks(), problem::rackOf, (task, places) -> {
            for (int node : task.nodes()) {
                places.accept(problem.rackOf(node));
            }
            for (int rack : task.racks()) {
                places.accept(rack);
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
