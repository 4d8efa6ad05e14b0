package io.tiercel.plan;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;

/** OR-tools as an independent exact solver of a {@link LoadProblem}: GLOP for shares of tasks, SCIP for whole ones. */
final class LinearOracle {
    static {
        Loader.loadNativeLibraries();
    }

    private LinearOracle() {}

    /**
     * The least seconds of a plan in which tasks may be split, among options that alone take less than {@code limit}; infinity if
     * there is none.
     */
    static double leastSeconds(LoadProblem problem, double limit) {
        return solve("GLOP", problem, limit, false);
    }

    /** The least seconds of a plan of whole tasks. */
    static double leastWholeSeconds(LoadProblem problem) {
        return solve("SCIP", problem, Double.POSITIVE_INFINITY, true);
    }

    private static double solve(String name, LoadProblem problem, double limit, boolean whole) {
        MPSolver solver = MPSolver.createSolver(name);
        MPVariable seconds = solver.makeNumVar(0, MPSolver.infinity(), "");
        MPConstraint[] within = new MPConstraint[problem.resources()];
        for (int resource = 0; resource < within.length; resource++) {
            within[resource] = solver.makeConstraint(-MPSolver.infinity(), -problem.base(resource), "");
            within[resource].setCoefficient(seconds, -1);
        }
        for (int task = 0; task < problem.tasks(); task++) {
            MPConstraint once = solver.makeConstraint(1, 1, "");
            for (int option = problem.firstOption(task); option < problem.firstOption(task + 1); option++) {
                MPVariable share = solver.makeVar(0, problem.alone[option] < limit ? 1 : 0, whole, "");
                once.setCoefficient(share, 1);
                for (int use = problem.firstUse[option]; use < problem.firstUse[option + 1]; use++) {
                    within[problem.resourceOf[use]].setCoefficient(share, problem.seconds[use]);
                }
                if (whole) {
                    MPConstraint alone = solver.makeConstraint(-MPSolver.infinity(), 0, "");
                    alone.setCoefficient(share, problem.alone[option]);
                    alone.setCoefficient(seconds, -1);
                }
            }
        }
        solver.objective().setCoefficient(seconds, 1);
        solver.objective().setMinimization();
        MPSolver.ResultStatus status = solver.solve();
        double least = status == MPSolver.ResultStatus.INFEASIBLE
                ? Double.POSITIVE_INFINITY
                : solver.objective().value();
        solver.delete();
        if (status != MPSolver.ResultStatus.OPTIMAL && status != MPSolver.ResultStatus.INFEASIBLE) {
            throw new IllegalStateException("OR-tools: " + status);
        }
        return least;
    }
}
