package io.tiercel.assign;

import java.util.Arrays;

/**
 * Offers free slots the way Spark's {@code TaskSchedulerImpl.resourceOffers} does, so that the list schedulers compete on
 * their rules alone: at each level every node in turn offers one slot, and again, until a whole turn places nothing; then
 * comes the next level. An offer takes the first task of the first rule that has one.
 *
 * <p>Nodes offer in the order of their numbers (Spark shuffles its offers; a pure function must not), and a rule yields the
 * task with the lowest number, which is what Spark's lists, filled from the last task and taken from the end, do.
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

    /** One rule of a level: which tasks it may place, and what to say of them. */
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
