package io.tiercel.assign;

import com.google.ortools.Loader;
import com.google.ortools.graph.MinCostFlow;
import com.google.ortools.graph.MinCostFlowBase;

/** OR-tools' min-cost flow as an independent exact solver. It shares no code with ours, and no formulation but the problem's. */
public final class OrTools {
    static {
        Loader.loadNativeLibraries();
    }

    private OrTools() {}

    /** The least cost of a maximum matching, over one arc for every task and node. */
    public static long leastCost(AssignmentProblem problem) {
        int tasks = problem.tasks().size();
        int sink = tasks + problem.nodes();
        MinCostFlow flow = new MinCostFlow();
        for (int task = 0; task < tasks; task++) {
            for (int node = 0; node < problem.nodes(); node++) {
                if (problem.slots(node) > 0) {
                    flow.addArcWithCapacityAndUnitCost(task, tasks + node, 1, problem.cost(task, node));
                }
            }
            flow.setNodeSupply(task, 1);
        }
        for (int node = 0; node < problem.nodes(); node++) {
            flow.addArcWithCapacityAndUnitCost(tasks + node, sink, problem.slots(node), 0);
        }
        flow.setNodeSupply(sink, -tasks);
        return solve(flow, problem);
    }

    static long solve(MinCostFlow flow, AssignmentProblem problem) {
        MinCostFlowBase.Status status = flow.solveMaxFlowWithMinCost();
        if (status != MinCostFlowBase.Status.OPTIMAL || flow.getMaximumFlow() != problem.matchable()) {
            throw new IllegalStateException("OR-tools: " + status + ", flow " + flow.getMaximumFlow());
        }
        return flow.getOptimalCost();
    }
}
