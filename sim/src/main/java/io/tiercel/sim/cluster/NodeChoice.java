package io.tiercel.sim.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * The nodes for a block's replicas by HDFS' default rule ({@code BlockPlacementPolicyDefault}): the first on the writer, or anywhere; the
 * second in another rack than the first; the third in the rack of the second; further ones anywhere. All distinct; where no node satisfies a rule,
 * any other is taken.
 *
 * <p>Departs from it in that the load of a node does not count.
 */
final class NodeChoice {
    private static final int TRIES = 8;

    private final Cluster cluster;
    private final Random random;
    private final List<Integer> chosen = new ArrayList<>();

    private NodeChoice(Cluster cluster, Random random) {
        this.cluster = cluster;
        this.random = random;
    }

    static List<Integer> nodes(Cluster cluster, int replicas, int writer, Random random) {
        NodeChoice choice = new NodeChoice(cluster, random);
        int count = Math.min(replicas, cluster.nodes().size());
        for (int i = 0; i < count; i++) {
            choice.next(writer);
        }
        return choice.chosen;
    }

    private void next(int writer) {
        switch (chosen.size()) {
            case 0 ->
                chosen.add(
                        writer == Placement.NO_WRITER
                                ? random.nextInt(cluster.nodes().size())
                                : writer);
            case 1 -> chosen.add(other(node -> node.rack() != rackOf(0)));
            case 2 -> chosen.add(other(node -> node.rack() == rackOf(1)));
            default -> chosen.add(other(node -> true));
        }
    }

    private int rackOf(int i) {
        return cluster.node(chosen.get(i)).rack();
    }

    /** A few draws mostly find one; only then all nodes are gone through. */
    private int other(Predicate<Node> rule) {
        for (int i = 0; i < TRIES; i++) {
            Node node = cluster.node(random.nextInt(cluster.nodes().size()));
            if (rule.test(node) && !chosen.contains(node.index())) {
                return node.index();
            }
        }
        List<Node> left = cluster.nodes().stream()
                .filter(node -> !chosen.contains(node.index()))
                .toList();
        List<Node> fitting = left.stream().filter(rule).toList();
        List<Node> from = fitting.isEmpty() ? left : fitting;
        return from.get(random.nextInt(from.size())).index();
    }
}
