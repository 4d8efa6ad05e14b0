package io.tiercel.assign;

import io.tiercel.model.Tier;
import java.util.Arrays;
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

    private PendingTasks(int[] tasks, int[] cursor, int[] end, IntUnaryOperator placeOf) {
        this.tasks = tasks;
        this.cursor = cursor;
        this.end = end;
        this.placeOf = placeOf;
    }

    /** Which of a task's listed nodes count. */
    @FunctionalInterface
    interface Listing {
        boolean counts(Preferences task, @Nullable Tier tier);
    }

    /** The tasks by the nodes that they list. */
    static PendingTasks atNodes(AssignmentProblem problem, Listing listing) {
        return build(problem, problem.nodes(), node -> node, (task, places) -> {
            for (int i = 0; i < task.size(); i++) {
                if (listing.counts(task, task.nodeTier(i))) {
                    places.add(task.node(i));
                }
            }
        });
    }

    /** The tasks by the racks of the nodes that they list. */
    static PendingTasks inRacks(AssignmentProblem problem) {
        return build(problem, problem.racks(), problem::rackOf, (task, places) -> {
            for (int i = 0; i < task.size(); i++) {
                places.add(problem.rackOf(task.node(i)));
            }
            for (int r = 0; r < task.rackCount(); r++) {
                places.add(task.rack(r));
            }
        });
    }

    /** The tasks that may run on any node. */
    static PendingTasks anywhere(AssignmentProblem problem, Predicate<Preferences> which) {
        return build(problem, 1, node -> 0, (task, places) -> {
            if (which.test(task)) {
                places.add(0);
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

    @FunctionalInterface
    private interface PlacesOf {
        void of(Preferences task, Sink places);
    }

    @FunctionalInterface
    private interface Sink {
        void add(int place);
    }

    private static PendingTasks build(AssignmentProblem problem, int count, IntUnaryOperator placeOf, PlacesOf places) {
        int[] start = new int[count + 1];
        for (Preferences task : problem.tasks()) {
            places.of(task, place -> start[place + 1]++);
        }
        for (int place = 0; place < count; place++) {
            start[place + 1] += start[place];
        }
        int[] end = Arrays.copyOf(start, count);
        int[] tasks = new int[start[count]];
        for (int t = 0; t < problem.tasks().size(); t++) {
            int task = t;
            places.of(problem.tasks().get(t), place -> tasks[end[place]++] = task);
        }
        return new PendingTasks(tasks, Arrays.copyOf(start, count), end, placeOf);
    }
}
