package io.tiercel.plan;

import java.util.Optional;

/**
 * An answer to a {@link LoadProblem}, with the proof of how good it is.
 *
 * @param choice the option that each task takes; given away
 * @param seconds when all is done: the load of the busiest resource, or the time of the longest option alone
 * @param fractional the same if tasks could be split among their options
 * @param prices of a second of each resource; given away
 * @param limit seconds: the proof looks only at plans that are done before this time
 * @param bound seconds: no plan is done before, by {@link LoadProblem#boundBy}
 */
public record LoadPlan(int[] choice, double seconds, double fractional, double[] prices, double limit, double bound) {
    /** How far two sums of the same seconds may differ, as a share of them. */
    private static final double ROUNDING = 1e-9;

    public int choice(int task) {
        return choice[task];
    }

    /** By how much the plan may be longer than the best one, as a share of the bound; 0 if it is proved best; maybe infinite. */
    public double gap() {
        return seconds > bound ? seconds / bound - 1 : 0;
    }

    /** Why this is no plan, or why its bound is not proved; empty if all holds. Trusts nothing of the solver. */
    public Optional<String> check(LoadProblem problem) {
        if (choice.length != problem.tasks() || prices.length != problem.resources()) {
            return Optional.of("expected " + problem.tasks() + " tasks and " + problem.resources() + " resources, got "
                    + choice.length + " and " + prices.length);
        }
        for (int task = 0; task < choice.length; task++) {
            if (choice[task] < problem.firstOption(task) || choice[task] >= problem.firstOption(task + 1)) {
                return Optional.of("task " + task + ": " + choice[task] + " is none of its options");
            }
        }
        for (int resource = 0; resource < prices.length; resource++) {
            if (!(prices[resource] >= 0 && prices[resource] < Double.POSITIVE_INFINITY)) {
                return Optional.of(
                        "resource " + resource + ": expected a price of at least 0, got " + prices[resource]);
            }
        }
        return differs("seconds", seconds, problem.secondsOf(choice))
                .or(() -> differs("a bound of", bound, problem.boundBy(prices, limit)));
    }

    private static Optional<String> differs(String what, double stated, double found) {
        return Math.abs(stated - found) <= ROUNDING * Math.max(Math.abs(stated), Math.abs(found))
                ? Optional.empty()
                : Optional.of("states " + what + " " + stated + ", has " + found);
    }
}
