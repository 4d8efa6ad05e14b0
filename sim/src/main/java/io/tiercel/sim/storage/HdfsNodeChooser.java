package io.tiercel.sim.storage;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The nodes of a block's replicas by HDFS' default rule ({@code BlockPlacementPolicyDefault}): the first on the writer, or anywhere; the second in
 * another rack; the third in the second's rack; further ones anywhere. All are distinct. If no node satisfies a rule, any other is taken.
 *
 * <p>Unlike in HDFS, the load of a node does not count.
 */
final class HdfsNodeChooser {
    private static final int TRIES = 8;

    private final Cluster cluster;
    private final Random random;
    private final List<Integer> chosen = new ArrayList<>(4);

    private HdfsNodeChooser(Cluster cluster, Random random) {
        this.cluster = cluster;
        this.random = random;
    }

    static List<Integer> nodes(Cluster cluster, int replicas, int writer, Random random) {
        HdfsNodeChooser choice = new HdfsNodeChooser(cluster, random);
        int count = Math.min(replicas, cluster.there());
        for (int i = 0; i < count; i++) {
            choice.next(writer);
        }
        return choice.chosen;
    }

    private void next(int writer) {
        List<Node> all = cluster.nodes();
        switch (chosen.size()) {
            case 0 -> chosen.add(writer == Placement.NO_WRITER ? other(all, node -> true) : writer);
            case 1 -> chosen.add(other(all, node -> node.rack() != rackOf(0)));
            case 2 -> chosen.add(other(cluster.rack(rackOf(1)), node -> true));
            default -> chosen.add(other(all, node -> true));
        }
    }

    private int rackOf(int i) {
        return cluster.node(chosen.get(i)).rack();
    }

    /** Draws a few times first, since that mostly finds one, before it goes through all nodes. */
    private int other(List<Node> from, Predicate<Node> rule) {
        Optional<Node> drawn = drawn(from, random, node -> rule.test(node) && isLeft(node));
        if (drawn.isPresent()) {
            return drawn.get().index();
        }
        List<Node> fitting = left(from).filter(rule).toList();
        List<Node> last = fitting.isEmpty() ? left(cluster.nodes()).toList() : fitting;
        return last.get(random.nextInt(last.size())).index();
    }

    /** A node that satisfies the rule, among a few that are drawn. */
    static Optional<Node> drawn(List<Node> from, Random random, Predicate<Node> rule) {
        for (int i = 0; i < TRIES; i++) {
            Node node = from.get(random.nextInt(from.size()));
            if (rule.test(node)) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    private Stream<Node> left(List<Node> from) {
        return from.stream().filter(this::isLeft);
    }

    private boolean isLeft(Node node) {
        return node.presence().isThere() && !chosen.contains(node.index());
    }
}
