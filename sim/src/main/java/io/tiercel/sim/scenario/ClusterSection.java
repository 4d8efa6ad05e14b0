package io.tiercel.sim.scenario;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.ClusterSpec.DeviceSpec;
import io.tiercel.sim.cluster.ClusterSpec.NodeSpec;
import io.tiercel.sim.cluster.ClusterSpec.RackSpec;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.fault.Disturbances.Fault;
import io.tiercel.sim.fault.Disturbances.Interference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The cluster of a scenario file, its faults and its interference. */
final class ClusterSection {
    private static final String TOO_LARGE =
            "expected at most " + SectionReader.MOST + " nodes, slots and devices in all";

    private ClusterSection() {}

    static Tier tier(String word) {
        return Tier.valueOf(word.toUpperCase(Locale.ROOT));
    }

    static ClusterSpec read(SectionReader cluster) {
        List<RackSpec> racks = new ArrayList<>();
        long size = 0;
        for (SectionReader rack : cluster.someSections("racks", Section.RACK)) {
            RackSpec spec = rack(rack);
            int count = rack.count("count", 1);
            size += count
                    * spec.nodes().stream().mapToLong(ClusterSection::size).sum();
            if (size > SectionReader.MOST) {
                throw rack.failure(TOO_LARGE);
            }
            racks.addAll(Collections.nCopies(count, spec));
        }
        ClusterSpec spec = cluster.made(() -> new ClusterSpec(racks));
        if (spec.slots() == 0) {
            throw cluster.failure("racks", "expected at least one slot, got none");
        }
        return spec;
    }

    private static RackSpec rack(SectionReader rack) {
        List<NodeSpec> nodes = new ArrayList<>();
        long size = 0;
        for (SectionReader node : rack.someSections("nodes", Section.NODE)) {
            int count = node.count("count", 1);
            NodeSpec spec = node(node);
            size += count * size(spec);
            if (size > SectionReader.MOST) {
                throw node.failure(TOO_LARGE);
            }
            nodes.addAll(Collections.nCopies(count, spec));
        }
        return new RackSpec(nodes, rack.rate("uplink"));
    }

    private static long size(NodeSpec node) {
        return 1L + node.slots() + node.devices().size();
    }

    private static NodeSpec node(SectionReader node) {
        List<DeviceSpec> devices = new ArrayList<>();
        for (SectionReader device : node.sections("devices", Section.DEVICE)) {
            DeviceSpec spec = new DeviceSpec(
                    tier(device.choice("tier")),
                    device.rate("bandwidth"),
                    device.size("size"),
                    device.factor("seek-loss"));
            devices.addAll(Collections.nCopies(device.count("count", 1), spec));
        }
        int slots = node.count("slots", 0);
        double link = node.rate("network");
        return node.made(() -> new NodeSpec(slots, devices, link));
    }

    static Disturbances disturbances(SectionReader file, ClusterSpec cluster) {
        List<Fault> all = new ArrayList<>();
        for (SectionReader each : file.sections("faults", Section.FAULT)) {
            Fault fault = each.choice("kind").equals("slow") ? slow(each, cluster) : fails(each, cluster);
            all.add(fault);
            each.made(() -> new Disturbances(all, 0, List.of())); // refuses overlapping failures of a node
        }
        if (all.isEmpty() && file.has("node-expiry")) {
            throw file.failure("node-expiry", "is of no use without 'faults'");
        }
        return new Disturbances(all, file.time("node-expiry"), interference(file, cluster));
    }

    private static Fault fails(SectionReader fault, ClusterSpec cluster) {
        fault.refuse("is of no use with 'fails', only with 'slow'", "factor", "tier", "computing");
        return Fault.fails(node(fault, cluster), fault.time("at"), until(fault));
    }

    private static Fault slow(SectionReader fault, ClusterSpec cluster) {
        int node = node(fault, cluster);
        if (!fault.has("factor")) {
            throw fault.failure("expected the key 'factor' with 'slow': a number below 1, as '0.25', found none");
        }
        double factor = fault.factor("factor");
        if (factor == 0 || factor >= 1) {
            throw fault.failure("factor", "expected above 0 and below 1, got " + factor);
        }
        Optional<Tier> tier = fault.has("tier") ? Optional.of(tierOf(fault, cluster, node)) : Optional.empty();
        return Fault.slow(node, fault.time("at"), until(fault), factor, tier, fault.isSet("computing"));
    }

    private static long until(SectionReader fault) {
        if (!fault.has("until")) {
            return Fault.FOREVER;
        }
        if (fault.time("until") <= fault.time("at")) {
            throw fault.failure("until", "expected a time after 'at'");
        }
        return fault.time("until");
    }

    private static List<Interference> interference(SectionReader file, ClusterSpec cluster) {
        List<Interference> all = new ArrayList<>();
        for (SectionReader each : file.sections("interference", Section.INTERFERENCE)) {
            int node = node(each, cluster);
            Tier tier = tierOf(each, cluster, node);
            all.add(new Interference(
                    node, tier, each.count("streams", 1), each.time("period"), each.isSet("pauses-first")));
        }
        return all;
    }

    private static int node(SectionReader about, ClusterSpec cluster) {
        int node = about.count("node", 0);
        if (node >= cluster.nodes()) {
            throw about.failure("node", "expected a node below " + cluster.nodes() + ", got " + node);
        }
        return node;
    }

    /** The tier that a section names; the node has a device of it. */
    private static Tier tierOf(SectionReader about, ClusterSpec cluster, int node) {
        Tier tier = tier(about.choice("tier"));
        if (cluster.nodeSpecs().get(node).devices().stream().noneMatch(device -> device.tier() == tier)) {
            throw about.failure("tier", "node " + node + " has no device of tier " + about.choice("tier"));
        }
        return tier;
    }
}
