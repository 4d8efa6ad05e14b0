package io.tiercel.plan;

import java.util.Arrays;

/**
 * Solves a {@link LoadProblem} nearly, and proves how nearly. Deterministic. Tasks are split among their options first
 * ({@link Shares}); the prices of resources' time prove a bound, by duality; then each task goes to one option ({@link WholeTasks}).
 */
public final class LoadSolver {
    /** Prices below this part of the highest count as 0 in a proof. */
    private static final double LEAST_PRICE = 1e-9;
    /** After so many passes the prices prove a bound. Between proofs, from the first one on, passes are accelerated. */
    private static final int PROOFS = 5;
    /** A proof tries so many limits, until the bound is that near to the limit. */
    private static final int LIMITS = 4;

    private static final double NEAR = 0.99;

    private final Settings settings;

    /**
     * @param gap stop once the plan of shares is proved to be longer than the best by at most this part
     * @param passes over the tasks, at most
     * @param firstSharpness of the prices in the first pass, see {@link Loads}
     * @param growth of the sharpness, from pass to pass
     * @param mostSharpness where it stops to grow
     * @param tolerance two options cost the same if their costs differ by at most this part, times the sharpness
     */
    record Settings(
            double gap, int passes, double firstSharpness, double growth, double mostSharpness, double tolerance) {
        static final Settings DEFAULTS = new Settings(0.02, 20, 16, 1.2, 60, 0.001);
    }

    /** @see LoadPlan */
    private record Proof(double[] prices, double limit, double bound) {}

    public LoadSolver() {
        this(Settings.DEFAULTS);
    }

    LoadSolver(Settings settings) {
        this.settings = settings;
    }

    public LoadPlan solve(LoadProblem problem) {
        double longestTask = problem.longestTask();
        Proof proof = proof(problem, equalPrices(problem), longestTask);
        Loads loads = new Loads(problem);
        Shares shares = new Shares(problem, loads);
        int[] greedy = shares.largest();
        double greedySeconds = shares.bestReach();
        double limit = greedySeconds;
        double sharpness = settings.firstSharpness();
        for (int pass = 1; pass <= settings.passes() && !isNear(shares.bestReach(), proof); pass++) {
            double most = loads.most();
            if (pass % PROOFS == 1) {
                // If too few options remain, the load grows, and the next proof raises the limit.
                limit = Math.max(longestTask, Math.min(most, shares.bestReach()));
            }
            loads.price(sharpness, Math.max(most, longestTask));
            double tolerance = 1 + settings.tolerance() * sharpness;
            boolean proves = pass % PROOFS == 0;
            if (pass <= PROOFS || proves) {
                shares.pass(limit, tolerance);
            } else {
                shares.acceleratedPass(limit, tolerance);
            }
            if (proves || pass == settings.passes()) {
                double reach = shares.note();
                loads.price(sharpness, loads.most());
                proof = better(proof, proof(problem, loads.price, reach));
            }
            sharpness = Math.min(settings.mostSharpness(), sharpness * settings.growth());
        }
        shares.returnToBest();
        int[] choice = WholeTasks.of(problem, loads, shares);
        PeakMoves.lower(problem, loads.load, choice, shares.bestReach());
        double seconds = problem.secondsOf(choice);
        return new LoadPlan(
                seconds <= greedySeconds ? choice : greedy,
                Math.min(seconds, greedySeconds),
                Math.min(shares.bestReach(), seconds),
                proof.prices(),
                proof.limit(),
                proof.bound());
    }

    private boolean isNear(double seconds, Proof proof) {
        return seconds <= proof.bound() * (1 + settings.gap());
    }

    private static double[] equalPrices(LoadProblem problem) {
        double[] equal = new double[problem.resources()];
        Arrays.fill(equal, 1);
        return equal;
    }

    private static Proof better(Proof one, Proof other) {
        return other.bound() > one.bound() ? other : one;
    }

    /** @param before seconds: when a plan is done; larger bounds are of no use */
    private static Proof proof(LoadProblem problem, double[] prices, double before) {
        double[] clear = prices.clone();
        double least = LEAST_PRICE * Loads.most(prices);
        for (int resource = 0; resource < clear.length; resource++) {
            clear[resource] = clear[resource] < least ? 0 : clear[resource];
        }
        Proof best = new Proof(clear, before, problem.boundBy(clear, before));
        double high = before;
        for (int tried = 0; tried < LIMITS && best.bound() < NEAR * high; tried++) {
            // The lower the limit, the fewer options remain, and the later they are done.
            double limit = (best.bound() + high) / 2;
            double bound = problem.boundBy(clear, limit);
            if (bound > best.bound()) {
                best = new Proof(clear, limit, bound);
            }
            if (bound < limit) {
                high = limit;
            }
        }
        return best;
    }
}
