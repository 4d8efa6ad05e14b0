package io.tiercel.plan;

/** Makes a plan of whole tasks of one of shares: each task goes to one option, then single tasks move while that helps. */
final class WholeTasks {
    private static final double[] SHARPNESS = {40, 160, 640};
    /** A move can only help if its marginal price is lower by so much. */
    private static final double HOPE = 0.98;
    /** A move must raise prices by less than this part of what the option before raises them by. */
    private static final double MARGIN = 0.999;

    private final LoadProblem problem;
    private final Loads loads;
    private final int[] choice;
    /** Options that alone take longer are not used. */
    private final double limit;

    private WholeTasks(LoadProblem problem, Loads loads, Shares shares) {
        this.problem = problem;
        this.loads = loads;
        this.choice = shares.largest();
        this.limit = shares.bestReach();
    }

    /**
     * @param loads those of the shares; those of the answer afterwards
     * @param shares the shortest plan so far
     */
    static int[] of(LoadProblem problem, Loads loads, Shares shares) {
        WholeTasks tasks = new WholeTasks(problem, loads, shares);
        tasks.join(shares);
        for (double sharpness : SHARPNESS) {
            loads.price(sharpness, loads.most());
            if (!tasks.improve()) {
                break;
            }
        }
        return tasks.choice;
    }

    private void join(Shares shares) {
        loads.price(SHARPNESS[0], loads.most());
        for (int task = 0; task < choice.length; task++) {
            if (shares.share(choice[task]) < 1) {
                for (int option = problem.firstOption[task], end = problem.firstOption[task + 1];
                        option < end;
                        option++) {
                    if (shares.share(option) > 0) {
                        loads.move(option, -shares.share(option));
                    }
                }
                choice[task] = cheapest(task, choice[task], 1);
                loads.move(choice[task], 1);
            }
        }
    }

    /** The option that raises prices least; {@code standing} if no other is below {@code margin} of it. */
    private int cheapest(int task, int standing, double margin) {
        int best = standing;
        double least = loads.rise(standing) * margin;
        for (int option = problem.firstOption[task], end = problem.firstOption[task + 1]; option < end; option++) {
            if (option != standing && problem.alone[option] <= limit) {
                double rise = loads.rise(option);
                if (rise < least) {
                    least = rise;
                    best = option;
                }
            }
        }
        return best;
    }

    private boolean improve() {
        boolean moved = false;
        for (int task = 0; task < choice.length; task++) {
            int standing = choice[task];
            if (problem.leastCost(task, loads.price, limit) >= loads.cost(standing) * HOPE) {
                continue;
            }
            loads.move(standing, -1);
            int better = cheapest(task, standing, MARGIN);
            loads.move(better, 1);
            choice[task] = better;
            moved |= better != standing;
        }
        return moved;
    }
}
