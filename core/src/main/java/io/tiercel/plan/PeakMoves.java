package io.tiercel.plan;

import java.util.Arrays;

/**
 * Shortens a plan of whole tasks: the busiest resource gives a task away, if need be to a resource that gives one away in turn, and so
 * on for a few steps.
 */
final class PeakMoves {
    private static final int NOWHERE = -1;
    private static final int DEPTH = 3;
    /** The search ends after so many moves for each option of the problem. */
    private static final int LOOKS = 4;
    /** A chain of moves must leave each load that it touches below this part of the peak. */
    private static final double LOWER = 1 - 1e-6;

    private final LoadProblem problem;
    private final double[] load;
    private final int[] choice;
    private final int[] taskOf;
    /** Options that use resource r: {@code users[firstUser[r]]} to {@code users[firstUser[r + 1]]}. */
    private final int[] firstUser;

    private final int[] users;

    /** Moves that may still be looked at. */
    private long looks;

    private PeakMoves(LoadProblem problem, double[] load, int[] choice) {
        this.problem = problem;
        this.load = load;
        this.choice = choice;
        this.looks = (long) LOOKS * problem.options();
        this.taskOf = new int[problem.options()];
        for (int task = 0; task < choice.length; task++) {
            Arrays.fill(taskOf, problem.firstOption[task], problem.firstOption[task + 1], task);
        }
        this.firstUser = new int[load.length + 1];
        for (int resource : problem.resourceOf) {
            firstUser[resource + 1]++;
        }
        for (int resource = 0; resource < load.length; resource++) {
            firstUser[resource + 1] += firstUser[resource];
        }
        this.users = new int[problem.resourceOf.length];
        int[] next = firstUser.clone();
        for (int option = 0; option < taskOf.length; option++) {
            for (int use = problem.firstUse[option]; use < problem.firstUse[option + 1]; use++) {
                users[next[problem.resourceOf[use]]++] = option;
            }
        }
    }

    /**
     * @param load of each resource, in seconds; changed with {@code choice}
     * @param choice the option of each task; changed
     * @param enough seconds: lower peaks stay as they are
     */
    static void lower(LoadProblem problem, double[] load, int[] choice, double enough) {
        if (Loads.most(load) <= enough) {
            return;
        }
        PeakMoves moves = new PeakMoves(problem, load, choice);
        int highest;
        do {
            highest = moves.highest();
        } while (load[highest] > enough && moves.relieve(highest, load[highest] * LOWER, DEPTH));
    }

    private int highest() {
        looks -= load.length / LOOKS;
        int highest = 0;
        for (int resource = 1; resource < load.length; resource++) {
            highest = load[resource] > load[highest] ? resource : highest;
        }
        return highest;
    }

    /** Has one task of a resource go elsewhere; whatever the moves touch stays below a limit. Returns whether one went. */
    private boolean relieve(int resource, double below, int depth) {
        for (int i = firstUser[resource]; i < firstUser[resource + 1] && looks > 0; i++) {
            int option = users[i];
            int task = taskOf[option];
            if (choice[task] != option) {
                continue;
            }
            choice[task] = NOWHERE;
            problem.addTo(load, option, -1);
            if (load[resource] < below && goesElsewhere(task, option, below, depth)) {
                return true;
            }
            problem.addTo(load, option, 1);
            choice[task] = option;
        }
        return false;
    }

    private boolean goesElsewhere(int task, int from, double below, int depth) {
        for (int option = problem.firstOption[task]; option < problem.firstOption[task + 1]; option++) {
            if (option == from || problem.alone[option] >= below) {
                continue;
            }
            looks--;
            int full = NOWHERE;
            int fulls = 0;
            for (int use = problem.firstUse[option]; use < problem.firstUse[option + 1]; use++) {
                if (load[problem.resourceOf[use]] + problem.seconds[use] >= below) {
                    full = problem.resourceOf[use];
                    fulls++;
                }
            }
            if (fulls > 1 || fulls == 1 && depth == 1) {
                continue;
            }
            problem.addTo(load, option, 1);
            if (fulls == 0 || relieve(full, below, depth - 1)) {
                choice[task] = option;
                return true;
            }
            problem.addTo(load, option, -1);
        }
        return false;
    }
}
