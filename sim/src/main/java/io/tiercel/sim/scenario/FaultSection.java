package io.tiercel.sim.scenario;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The faults and the interference of a scenario file. */
final class FaultSection {
    private FaultSection() {}

    static Disturbances read(SectionReader file, ClusterSpec cluster) {
        List<Fault> all = new ArrayList<>();
        for (SectionReader each : file.sections("faults", Section.FAULT)) {
            Fault fault = each.choice("kind").equals("slow") ? slow(each, cluster) : fails(each, cluster);
            all.add(fault);
            each.made(() -> new Disturbances(all, 0, List.of())); // refuses overlapping failures of a node
        }
        if (all.isEmpty() && file.has("node-expiry")) {
            throw file.failure("node-expiry", "is of no use without 'faults'");
        }
        return new Disturbances(all, file.time("node-expiry"), ClusterSection.interference(file, cluster));
    }

    private static Fault fails(SectionReader fault, ClusterSpec cluster) {
        fault.refuse("is of no use with 'fails', only with 'slow'", "factor", "tier", "computing");
        return Fault.fails(ClusterSection.node(fault, cluster), fault.time("at"), until(fault));
    }

    private static Fault slow(SectionReader fault, ClusterSpec cluster) {
        int node = ClusterSection.node(fault, cluster);
        if (!fault.has("factor")) {
            throw fault.failure("expected the key 'factor' with 'slow': a number below 1, as '0.25', found none");
        }
        double factor = fault.factor("factor");
        if (factor == 0 || factor >= 1) {
            throw fault.failure("factor", "expected above 0 and below 1, got " + factor);
        }
        Optional<Tier> tier =
                fault.has("tier") ? Optional.of(ClusterSection.tierOf(fault, cluster, node)) : Optional.empty();
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
}
