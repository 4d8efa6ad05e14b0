package io.tiercel.bench.assign;

import io.tiercel.assign.AssignmentProblem;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jgrapht.alg.matching.KuhnMunkresMinimalWeightBipartitePerfectMatching;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/** JGraphT's Hungarian algorithm over all pairs of tasks and slots, as Trident uses it; for as many tasks as slots. */
final class DenseHungarian {
    private final SimpleWeightedGraph<Integer, DefaultWeightedEdge> graph =
            new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
    private final Set<Integer> tasks;
    private final Set<Integer> slots = new LinkedHashSet<>();

    DenseHungarian(AssignmentProblem problem) {
        int count = problem.tasks().size();
        if (count != problem.totalSlots()) {
            throw new IllegalArgumentException(
                    "expected as many tasks as slots, got " + count + " and " + problem.totalSlots());
        }
        tasks = IntStream.range(0, count).boxed().collect(Collectors.toCollection(LinkedHashSet::new));
        tasks.forEach(graph::addVertex);
        for (int node = 0; node < problem.nodes(); node++) {
            for (int i = 0; i < problem.slots(node); i++) {
                int slot = count + slots.size();
                slots.add(slot);
                graph.addVertex(slot);
                for (int task : tasks) {
                    graph.setEdgeWeight(graph.addEdge(task, slot), problem.cost(task, node));
                }
            }
        }
    }

    /** The least cost. */
    long solve() {
        return (long) new KuhnMunkresMinimalWeightBipartitePerfectMatching<>(graph, tasks, slots)
                .getMatching()
                .getWeight();
    }
}
