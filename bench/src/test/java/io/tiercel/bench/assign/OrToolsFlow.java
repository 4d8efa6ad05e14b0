package io.tiercel.bench.assign;

import com.google.ortools.Loader;
import com.google.ortools.graph.MinCostFlow;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;

/**
 * OR-tools' min-cost flow over the compact graph: task to node, rack and anywhere, anywhere to racks, racks to nodes, nodes to
 * the sink. For costs of which no node is dearer than its rack, and no rack dearer than elsewhere.
 */
final class OrToolsFlow {
    static {
        Loader.loadNativeLibraries();
    }

    private final AssignmentProblem problem;
    private final MinCostFlow flow = new MinCostFlow();
    private final int node;
    private final int rack;
    private final int anywhere;

    OrToolsFlow(AssignmentProblem problem) {
        this.problem = problem;
        this.node = problem.tasks().size();
        this.rack = node + problem.nodes();
        this.anywhere = rack + problem.racks();
        for (int task = 0; task < node; task++) {
            add(task, problem.tasks().get(task));
        }
        addCluster();
    }

    private void add(int task, Preferences preferences) {
        for (int i = 0; i < preferences.size(); i++) {
            arc(task, node + preferences.node(i), 1, preferences.nodeCost(i));
        }
        for (int i = 0; i < preferences.racks().length; i++) {
            arc(task, rack + preferences.racks()[i], 1, preferences.rackCosts()[i]);
        }
        arc(task, anywhere, 1, preferences.elsewhere());
        flow.setNodeSupply(task, 1);
    }

    private void addCluster() {
        int sink = anywhere + 1;
        for (int n = 0; n < problem.nodes(); n++) {
            arc(rack + problem.rackOf(n), node + n, problem.slots(n), 0);
            arc(node + n, sink, problem.slots(n), 0);
        }
        for (int r = 0; r < problem.racks(); r++) {
            arc(anywhere, rack + r, node, 0);
        }
        flow.setNodeSupply(sink, -problem.matchable());
    }

    private void arc(int from, int to, int capacity, int cost) {
        flow.addArcWithCapacityAndUnitCost(from, to, capacity, cost / CostModel.UNITS_PER_SCORE);
    }

    /** The least cost; solved anew each time. */
    long solve() {
        MinCostFlow.Status status =
                problem.matchable() == problem.tasks().size() ? flow.solve() : flow.solveMaxFlowWithMinCost();
        if (status != MinCostFlow.Status.OPTIMAL) {
            throw new IllegalStateException("OR-tools: " + status);
        }
        return flow.getOptimalCost() * CostModel.UNITS_PER_SCORE;
    }
}
