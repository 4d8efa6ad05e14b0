package io.tiercel.assign;

import java.util.Arrays;

/**
 * Offers free slots as Spark's {@code TaskSchedulerImpl.resourceOffers} does, so that list schedulers differ in their rules
 * alone. At each level every node in turn offers one slot, until a whole turn places nothing; then comes the next level. An
 * offer takes the first task of the first rule that has one.
 *
 * <p>Nodes offer in the order of their numbers; Spark shuffles them, which a pure function must not. A rule yields the task with
 * the lowest number, as Spark's lists do.
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

    Decision decision() {
        return new Decision(Assignment.of(problem, nodeOf), Arrays.asList(reasons));
    }
}
