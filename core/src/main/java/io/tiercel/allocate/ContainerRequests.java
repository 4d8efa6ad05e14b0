package io.tiercel.allocate;

import io.tiercel.allocate.ContainerRequest.Scope;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleBiFunction;

/**
 * The requests of tasks with preferred locations (Trident, section 3.2): one for each node and each rack that holds their replicas,
 * and one for anywhere. In a rack a task counts once, by its best score there.
 *
 * <p>Beyond the paper: a task over several blocks counts by the byte-weighted mean of its blocks' scores; a block that is missing at
 * a place counts as {@code absent}.
 *
 * @param scores tier preference scores: what reading a block from one of its replicas on the replica's node costs
 * @param absent the score of a block of a task of several where it has no replica; Trident's {@code c1} is a sensible one
 */
public record ContainerRequests(ToDoubleBiFunction<Block, Replica> scores, IntUnaryOperator rackOf, double absent) {
    /** Requests by node, then by rack, each by index; last the one for anywhere. */
    public List<ContainerRequest> of(List<Task> tasks) {
        Map<Integer, Map<Double, Integer>> nodes = new TreeMap<>();
        Map<Integer, Map<Double, Integer>> racks = new TreeMap<>();
        Map<Double, Integer> anywhere = new TreeMap<>();
        for (Task task : tasks) {
            places(task, node -> node).forEach((node, score) -> count(nodes, node, score));
            Map<Integer, Double> inRacks = places(task, rackOf);
            inRacks.forEach((rack, score) -> count(racks, rack, score));
            double best = inRacks.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .min()
                    .orElse(absent);
            anywhere.merge(best, 1, Integer::sum);
        }
        List<ContainerRequest> requests = new ArrayList<>();
        nodes.forEach((node, counts) -> requests.add(new ContainerRequest(Scope.NODE, node, counts)));
        racks.forEach((rack, counts) -> requests.add(new ContainerRequest(Scope.RACK, rack, counts)));
        if (!tasks.isEmpty()) {
            requests.add(new ContainerRequest(Scope.ANY, 0, anywhere));
        }
        return requests;
    }

    private static void count(Map<Integer, Map<Double, Integer>> byPlace, int place, double score) {
        byPlace.computeIfAbsent(place, p -> new TreeMap<>()).merge(score, 1, Integer::sum);
    }

    /** Each place that holds a replica of the task, and the task's score there. */
    private Map<Integer, Double> places(Task task, IntUnaryOperator placeOf) {
        Map<Integer, Double> result = new TreeMap<>();
        for (Block block : task.blocks()) {
            for (Replica replica : block.replicas()) {
                result.computeIfAbsent(placeOf.applyAsInt(replica.node()), place -> score(task, place, placeOf));
            }
        }
        return result;
    }

    private double score(Task task, int place, IntUnaryOperator placeOf) {
        long bytes = task.bytes();
        double mean = 0;
        for (Block block : task.blocks()) {
            double weight = bytes == 0 ? 1.0 / task.blocks().size() : (double) block.bytes() / bytes;
            mean += weight
                    * block.replicas().stream()
                            .filter(replica -> placeOf.applyAsInt(replica.node()) == place)
                            .mapToDouble(replica -> scores.applyAsDouble(block, replica))
                            .min()
                            .orElse(absent);
        }
        return mean;
    }
}
