package io.tiercel.sim.fault;

import io.tiercel.model.Preconditions;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import java.util.List;
import java.util.Optional;

/**
 * Faults of nodes, and other readers on their devices.
 *
 * @param expiry nanoseconds from a node's failure until scheduler, NameNode and coordinator notice its silence, unless it returns before
 */
public record Disturbances(List<Fault> faults, long expiry, List<Interference> interference) {
    /** Spark's {@code spark.network.timeout}; YARN and HDFS wait for ten minutes. */
    public static final long USUAL_EXPIRY = 120_000_000_000L;

    public static final Disturbances NONE = of(List.of());

    public Disturbances {
        faults = List.copyOf(faults);
        interference = List.copyOf(interference);
        Preconditions.nonNegative("expiry, ns", expiry);
        for (int i = 0; i < faults.size(); i++) {
            for (Fault other : faults.subList(0, i)) {
                Fault one = faults.get(i);
                if (one.isFailure() && other.isFailure() && one.node() == other.node() && one.overlaps(other)) {
                    throw new IllegalArgumentException("node " + one.node() + ": fails while it is away");
                }
            }
        }
    }

    public static Disturbances of(List<Interference> interference) {
        return new Disturbances(List.of(), USUAL_EXPIRY, interference);
    }

    /** @throws IllegalArgumentException for nodes and devices that the cluster does not have */
    public void check(ClusterSpec cluster) {
        List<NodeSpec> nodes = cluster.nodeSpecs();
        for (Fault fault : faults) {
            checkNode("faults", fault.node(), nodes.size());
            List<DeviceSpec> devices = nodes.get(fault.node()).devices();
            fault.tier()
                    .filter(tier -> devices.stream().noneMatch(device -> device.tier() == tier))
                    .ifPresent(tier -> {
                        throw new IllegalArgumentException(
                                "faults: node " + fault.node() + " has no device of tier " + tier);
                    });
        }
        interference.forEach(each -> checkNode("interference", each.node(), nodes.size()));
    }

    private static void checkNode(String what, int node, int nodes) {
        if (node < 0 || node >= nodes) {
            throw new IllegalArgumentException(what + ": expected a node below " + nodes + ", got " + node);
        }
    }

    /**
     * A fault of a node.
     *
     * @param at nanoseconds from the start of the run until the fault
     * @param until when it ends; {@link #FOREVER} if never
     * @param isFailure whether the node is silent, and returns with its disks' data and an empty memory; if not, its devices are slow
     * @param factor the part of their bandwidth that slow devices keep; above 0, at most 1
     * @param tier which devices are slow; empty for all
     * @param computing whether a slow node also computes at this part of its speed
     */
    public record Fault(
            int node, long at, long until, boolean isFailure, double factor, Optional<Tier> tier, boolean computing) {
        public static final long FOREVER = Long.MAX_VALUE;

        public Fault {
            Preconditions.nonNegative("at, ns", at);
            if (until <= at) {
                throw new IllegalArgumentException("until: expected after " + at + " ns, got " + until);
            }
            if (!(factor > 0 && factor <= 1)) {
                throw new IllegalArgumentException("factor: expected above 0 and at most 1, got " + factor);
            }
        }

        public static Fault fails(int node, long at, long until) {
            return new Fault(node, at, until, true, 1, Optional.empty(), false);
        }

        public static Fault slow(int node, long at, long until, double factor, Optional<Tier> tier, boolean computing) {
            return new Fault(node, at, until, false, factor, tier, computing);
        }

        public boolean overlaps(Fault other) {
            return at < other.until && other.at < until;
        }
    }

    /**
     * Other readers on a device, as {@code dd} in DYRS' section V-C.
     *
     * @param tier of the node's first device of this tier
     * @param streams readers at a time
     * @param period nanoseconds for which they read and then pause by turns; 0 for no pauses
     * @param pausesFirst whether they begin with a pause
     */
    public record Interference(int node, Tier tier, int streams, long period, boolean pausesFirst) {
        public Interference {
            Preconditions.atLeast("streams", streams, 1);
            Preconditions.nonNegative("period, ns", period);
        }

        public static Interference steady(int node, Tier tier, int streams) {
            return new Interference(node, tier, streams, 0, false);
        }
    }
}
