package io.tiercel.plan;

import java.util.Arrays;

/**
 * A plan in which tasks are split among their options. Passes over its tasks make it shorter, at prices that get sharper.
 *
 * <p>In a pass each task moves to where prices are least, just so far that its options cost the same: block coordinate descent on
 * the sum of prices (the potential of Plotkin, Shmoys and Tardos, Mathematics of Operations Research 20, 1995). An
 * accelerated pass looks only at tasks that are near moving. After it, shares go on in the direction in which they have changed
 * (Nesterov, Soviet Mathematics Doklady 27, 1983). They go further with each pass that has not raised the highest load.
 */
final class Shares {
    /** Smaller shares are rounded to 0. */
    private static final double LEAST_SHARE = 1e-4;

    private static final int CORRECTIONS = 2;
    private static final double OVERSHOOT = 1.05;
    private static final double LEAST_STEP = 0.1;

    /** A task is near moving if its second option costs at most so many times as much as its first. */
    private static final double NEAR = 20;
    /** The greater, the more passes until acceleration is at full strength. */
    private static final double SLOW = 3;

    private final LoadProblem problem;
    private final Loads loads;
    /** For each option, the share of its task that takes it. */
    private final double[] share;
    /** The same before the last pass. */
    private final double[] before;
    /** The same of the shortest plan so far. */
    private final double[] best;

    private double bestReach;

    /** Tasks that are near moving, or split. */
    private final int[] active;

    private int actives;
    /** Passes since the longest load got longer. */
    private int steady;

    private double lastMost = Double.POSITIVE_INFINITY;
    /** Options that alone take longer are not used. */
    private double limit = Double.POSITIVE_INFINITY;

    /** Each task in turn goes where it is done first. */
    Shares(LoadProblem problem, Loads loads) {
        this.problem = problem;
        this.loads = loads;
        this.share = new double[problem.options()];
        this.active = new int[problem.tasks()];
        for (int task = 0; task < problem.tasks(); task++) {
            int best = problem.firstOption[task];
            double least = Double.POSITIVE_INFINITY;
            for (int option = best, end = problem.firstOption[task + 1]; option < end; option++) {
                double peak = loads.peak(option);
                if (peak < least) {
                    least = peak;
                    best = option;
                }
            }
            share[best] = 1;
            problem.addTo(loads.load, best, 1);
        }
        this.before = share.clone();
        this.best = share.clone();
        this.bestReach = reach();
    }

    double share(int option) {
        return share[option];
    }

    /** Remembers the plan if it is the shortest so far. Returns when it is done. */
    double note() {
        double reach = reach();
        if (reach < bestReach) {
            bestReach = reach;
            System.arraycopy(share, 0, best, 0, share.length);
        }
        return reach;
    }

    /** When the shortest plan so far is done. */
    double bestReach() {
        return bestReach;
    }

    /** Goes back to the shortest plan so far, and adds loads up anew. */
    void returnToBest() {
        System.arraycopy(best, 0, share, 0, share.length);
        System.arraycopy(problem.base, 0, loads.load, 0, problem.base.length);
        for (int option = 0; option < share.length; option++) {
            if (share[option] > 0) {
                problem.addTo(loads.load, option, share[option]);
            }
        }
    }

    /** When the plan is done: the longest load, or the longest option that is taken, alone. */
    private double reach() {
        double reach = loads.most();
        for (int option = 0; option < share.length; option++) {
            if (share[option] > 0) {
                reach = Math.max(reach, problem.alone[option]);
            }
        }
        return reach;
    }

    /**
     * Shortens the plan, at the loads' present prices.
     *
     * @param longest options that alone take longer are not used, in seconds; each task must have another
     * @param tolerance options cost the same if their costs differ by at most this factor
     */
    void pass(double longest, double tolerance) {
        limit = longest;
        actives = 0;
        for (int task = 0; task < problem.tasks(); task++) {
            if (settle(task, tolerance)) {
                active[actives++] = task;
            }
        }
        extrapolate(0);
    }

    /** The same, accelerated. Not the first pass. */
    void acceleratedPass(double longest, double tolerance) {
        limit = longest;
        for (int i = 0; i < actives; i++) {
            settle(active[i], tolerance);
        }
        extrapolate(steady / (steady + SLOW));
    }

    /** Returns whether the task is near moving. */
    private boolean settle(int task, double tolerance) {
        int first = problem.firstOption[task];
        int end = problem.firstOption[task + 1];
        int cheapest = first;
        double least = Double.POSITIVE_INFINITY;
        double second = Double.POSITIVE_INFINITY;
        for (int option = first; option < end; option++) {
            double cost = problem.alone[option] <= limit ? loads.cost(option) : Double.POSITIVE_INFINITY;
            if (cost < least) {
                second = least;
                least = cost;
                cheapest = option;
            } else {
                second = Math.min(second, cost);
            }
        }
        if (share[cheapest] == 1) {
            return second <= NEAR * least;
        }
        for (int option = first; option < end; option++) {
            if (share[option] == 0 || option == cheapest) {
                continue;
            }
            if (problem.alone[option] > limit) {
                move(option, cheapest, share[option]);
            } else if (loads.cost(option) > loads.cost(cheapest) * tolerance) {
                shift(option, cheapest);
            }
        }
        return true;
    }

    private void move(int from, int to, double moved) {
        loads.move(from, -moved);
        loads.move(to, moved);
        share[from] -= moved;
        share[to] += moved;
    }

    /** Moves so much from one option to a cheaper one that both cost the same, or all. */
    private void shift(int from, int to) {
        double high = loads.cost(from);
        double low = Math.max(loads.cost(to), Double.MIN_NORMAL);
        double slope = loads.curvature(from, high) + loads.curvature(to, low);
        double gap = Math.log(high / low);
        double step = slope > 0 ? Math.min(share[from], gap / slope) : share[from];
        step = share[from] - step < LEAST_SHARE ? share[from] : step;
        move(from, to, step);
        // Newton's step on logarithms goes too far where another resource becomes the dear one: back, by the secant.
        for (int correction = 0; correction < CORRECTIONS; correction++) {
            double left = loads.cost(from);
            double taken = loads.cost(to);
            if (taken <= left * OVERSHOOT) {
                return;
            }
            double overshoot = Math.log(taken / Math.max(left, Double.MIN_NORMAL));
            double part = Math.max(LEAST_STEP, Math.min(1 - LEAST_STEP, gap / (gap + overshoot)));
            move(to, from, step * (1 - part));
            step *= part;
        }
    }

    /** Goes on in the direction of the last pass, by this part of its way. */
    private void extrapolate(double part) {
        double most = loads.most();
        steady = most > lastMost ? 0 : steady + 1;
        lastMost = most;
        for (int i = 0; i < actives; i++) {
            extrapolate(problem.firstOption[active[i]], problem.firstOption[active[i] + 1], part);
        }
    }

    private void extrapolate(int first, int end, double part) {
        double sum = 0;
        boolean moved = false;
        for (int option = first; option < end; option++) {
            sum += extrapolated(option, part);
            moved |= share[option] != before[option];
        }
        for (int option = first; moved && option < end; option++) {
            double now = share[option];
            double next = part == 0 ? now : extrapolated(option, part) / sum;
            before[option] = now;
            if (next != now) {
                share[option] = next;
                problem.addTo(loads.load, option, next - now);
            }
        }
    }

    private double extrapolated(int option, double part) {
        return Math.max(0, Math.min(1, share[option] + part * (share[option] - before[option])));
    }

    /** The option that takes most of each task. */
    int[] largest() {
        int[] largest = Arrays.copyOf(problem.firstOption, problem.tasks());
        for (int task = 0; task < largest.length; task++) {
            for (int option = largest[task] + 1, end = problem.firstOption[task + 1]; option < end; option++) {
                largest[task] = share[option] > share[largest[task]] ? option : largest[task];
            }
        }
        return largest;
    }
}
