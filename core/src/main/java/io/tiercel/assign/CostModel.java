package io.tiercel.assign;

import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Prices a task on every node (Trident, eq. 1). A block read on a node costs the score of its best replica there; else, with a
 * replica in the node's rack, {@code c1} plus the lowest score in that rack; else {@code c2}.
 *
 * <p>Memory beside the device (section 4.1): a replica costs the score of memory by the share of its bytes that is in memory,
 * and the score of its tier for the rest. While a block is on its way into memory, the rest of its copies costs more than the
 * node's slowest tier and less than {@code c1}: half way between them for the arriving copy, three quarters for the others. So
 * other blocks' tasks go first. A copy on a memory tier is never deferred, nor is a read over the network.
 *
 * <p>Beyond the paper: a task over several blocks costs their byte-weighted mean. Input in the process itself costs 0 (section
 * 5.2). A task without preferred locations costs {@code c0} everywhere.
 *
 * <p>Costs are whole numbers, {@value #UNITS_PER_SCORE} units to the score, rounded to the nearest. Scores with at most three
 * decimals stay exact. A mean is off by at most half a unit, so an optimum over rounded costs is within (matched tasks) /
 * {@value #UNITS_PER_SCORE} of a score of the true one.
 *
 * @param c1 added to a score by the network within a rack
 * @param c2 cost of reading from another rack
 * @param c0 cost of a task without preferred locations, rounded to a unit; Trident puts it just below c1, so that such tasks go
 *     before rack-local ones
 */
public record CostModel(TierScores scores, double c1, double c2, double c0) {
    public static final int UNITS_PER_SCORE = 1000;

    /** Trident's c1. */
    public static final int TRIDENT_C1 = 40;

    /** Trident's c2. */
    public static final int TRIDENT_C2 = 100;

    /** The place of an arriving copy between its node's slowest tier and {@code c1}. */
    private static final double ARRIVING = 0.5;

    /** The place of its block's other copies. */
    private static final double ARRIVING_ELSEWHERE = 0.75;

    /** Scores above this would overflow a cost in units. */
    public static final double MAX_SCORE = 1_000_000;

    private static final int FEW = 16;

    public CostModel {
        checked("c1", c1);
        checked("c2", c2);
        c0 = (double) units(checked("c0", c0)) / UNITS_PER_SCORE;
    }

    /** Trident's scores, c1 and c2, with c0 just below c1. */
    public static CostModel trident() {
        return new CostModel(TierScores.TRIDENT, TRIDENT_C1, TRIDENT_C2, TRIDENT_C1 - 1);
    }

    /** A score in units; callers have checked its range. */
    public static int units(double score) {
        return (int) Math.round(score * UNITS_PER_SCORE);
    }

    /** The task's price list on a cluster in which {@code rackOf} tells each node's rack. */
    public Preferences price(Task task, IntUnaryOperator rackOf) {
        int[] holders = holders(task);
        int[] nodes = nodes(task, holders);
        if (nodes.length == 0) {
            return new Preferences(new int[0], new int[0], new Tier[0], new int[0], new int[0], units(c0));
        }
        int[] racks = distinct(Arrays.stream(holders).map(rackOf).toArray());
        double[] weights = weights(task);
        int[] nodeCosts = new int[nodes.length];
        @Nullable Tier[] tiers = new Tier[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            if (!task.processLocal().contains(nodes[i])) {
                int rack = rackOf.applyAsInt(nodes[i]);
                nodeCosts[i] = cost(task, weights, nodes[i], rack, rackOf);
                tiers[i] = tier(task, weights, nodes[i]);
            }
        }
        int[] rackCosts = new int[racks.length];
        for (int r = 0; r < racks.length; r++) {
            rackCosts[r] = cost(task, weights, Assignment.NONE, racks[r], rackOf);
        }
        return new Preferences(nodes, nodeCosts, tiers, arriving(task, nodes), racks, rackCosts, units(c2));
    }

    /** The node of each replica. */
    private static int[] holders(Task task) {
        int[] nodes = new int[4];
        int n = 0;
        for (Block block : task.blocks()) {
            for (Replica replica : block.replicas()) {
                nodes = n == nodes.length ? Arrays.copyOf(nodes, 2 * n) : nodes;
                nodes[n++] = replica.node();
            }
        }
        return Arrays.copyOf(nodes, n);
    }

    /** All nodes that are nearer to the task than others: those with its input in a process first. */
    private static int[] nodes(Task task, int[] holders) {
        int local = task.processLocal().size();
        int[] nodes = new int[local + holders.length];
        Arrays.setAll(nodes, i -> i < local ? task.processLocal().get(i) : holders[i - local]);
        return distinct(nodes);
    }

    /** Each number once, in the order in which they come first. For the few of one block without a set: every task of a round is priced. */
    private static int[] distinct(int[] numbers) {
        if (numbers.length > FEW) {
            return Arrays.stream(numbers).distinct().toArray();
        }
        int n = 0;
        for (int number : numbers) {
            int i = 0;
            while (i < n && numbers[i] != number) {
                i++;
            }
            if (i == n) {
                numbers[n++] = number;
            }
        }
        return n == numbers.length ? numbers : Arrays.copyOf(numbers, n);
    }

    /** Each block's share of the bytes; equal shares where there are no bytes at all. */
    private static double[] weights(Task task) {
        double bytes = task.bytes();
        int blocks = task.blocks().size();
        return task.blocks().stream()
                .mapToDouble(block -> bytes == 0 ? 1.0 / blocks : block.bytes() / bytes)
                .toArray();
    }

    private int cost(Task task, double[] weights, int node, int rack, IntUnaryOperator rackOf) {
        double mean = 0;
        for (int b = 0; b < weights.length; b++) {
            mean += weights[b] * cost(task.blocks().get(b), node, rack, rackOf);
        }
        return units(mean);
    }

    private double cost(Block block, int node, int rack, IntUnaryOperator rackOf) {
        double local = Double.POSITIVE_INFINITY;
        double inRack = Double.POSITIVE_INFINITY;
        boolean arriving = isArriving(block);
        for (Replica replica : block.replicas()) {
            double score = score(replica);
            if (replica.node() == node) {
                local = Math.min(local, blend(replica, arriving ? deferred(replica) : score));
            }
            if (rackOf.applyAsInt(replica.node()) == rack) {
                inRack = Math.min(inRack, blend(replica, score));
            }
        }
        if (local < Double.POSITIVE_INFINITY) {
            return local;
        }
        return inRack < Double.POSITIVE_INFINITY ? c1 + inRack : c2;
    }

    /**
     * The score of reading the block from this replica on the replica's node, as {@link #price} has it: that of its tier, less
     * where it is in memory, more while the block is on its way there.
     */
    public double score(Block block, Replica replica) {
        return blend(replica, isArriving(block) ? deferred(replica) : score(replica));
    }

    private double score(Replica replica) {
        return score(replica.node(), replica.tier());
    }

    public double score(int node, Tier tier) {
        return checked("score", scores.score(node, tier));
    }

    /** By bytes, between memory and what the rest costs. */
    private double blend(Replica replica, double rest) {
        double share = replica.residency().share();
        return share == 0 ? rest : share * score(replica.node(), Tier.MEMORY) + (1 - share) * rest;
    }

    private static boolean isArriving(Block block) {
        for (Replica replica : block.replicas()) {
            if (replica.residency().arriving()) {
                return true;
            }
        }
        return false;
    }

    /** Never above {@code c1}, so that no node without the block is cheaper. */
    private double deferred(Replica replica) {
        if (replica.tier() == Tier.MEMORY) {
            return score(replica);
        }
        return onTheWay(replica.node(), replica.residency().arriving() ? ARRIVING : ARRIVING_ELSEWHERE);
    }

    /** Between the node's slowest tier and {@code c1}. */
    private double onTheWay(int node, double part) {
        double slowest = Math.max(score(node, Tier.SSD), score(node, Tier.HDD));
        double from = Math.min(slowest, c1);
        return from + (c1 - from) * part;
    }

    public double arrivingScore(int node) {
        return onTheWay(node, ARRIVING);
    }

    /** The tier from which most of the task's bytes are read on {@code node}; of two with as many, the slower. */
    private Tier tier(Task task, double[] weights, int node) {
        double[] share = new double[Tier.values().length];
        for (int b = 0; b < weights.length; b++) {
            Tier best = Tier.REMOTE;
            double inMemory = 0;
            for (Replica replica : task.blocks().get(b).replicas()) {
                if (replica.node() == node) {
                    best = replica.tier().compareTo(best) < 0 ? replica.tier() : best;
                    inMemory = Math.max(inMemory, replica.residency().share());
                }
            }
            share[Tier.MEMORY.ordinal()] += inMemory * weights[b];
            share[best.ordinal()] += (1 - inMemory) * weights[b];
        }
        int most = 0;
        for (int t = 1; t < share.length; t++) {
            most = share[t] >= share[most] ? t : most;
        }
        return Tier.values()[most];
    }

    /** The nodes to which most bytes of their copies are still on the way; null if there are none. */
    private static boolean @Nullable [] arriving(Task task, int[] nodes) {
        boolean[] arriving = null;
        for (int i = 0; i < nodes.length; i++) {
            long missing = 0;
            for (Block block : task.blocks()) {
                missing += missing(block, nodes[i]);
            }
            if (missing > 0 && !task.processLocal().contains(nodes[i])) {
                arriving = arriving == null ? new boolean[nodes.length] : arriving;
                arriving[i] = true;
            }
        }
        return arriving;
    }

    /** Bytes of a block on their way to a node, less those that are there. A block without bytes counts as one. */
    private static long missing(Block block, int node) {
        long missing = 0;
        for (Replica replica : block.replicas()) {
            if (replica.node() == node) {
                if (!replica.residency().arriving()) {
                    return -Math.max(1, block.bytes());
                }
                missing = Math.max(1, block.bytes());
            }
        }
        return missing;
    }

    private static double checked(String what, double score) {
        if (!(score >= 0 && score <= MAX_SCORE)) {
            throw new IllegalArgumentException(
                    what + ": expected a number from 0 to " + (long) MAX_SCORE + ", got " + score);
        }
        return score;
    }
}
