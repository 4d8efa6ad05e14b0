package io.tiercel.cli.doctor.check;

import io.tiercel.cli.doctor.evidence.Evidence;
import io.tiercel.hdfs.probe.ClusterFacts;
import io.tiercel.hdfs.probe.ClusterFacts.Sample;
import io.tiercel.model.Tier;
import io.tiercel.protocol.AgentState;
import java.util.Collection;
import java.util.stream.Collectors;

/** Whether HDFS keeps copies on more than one tier: without that, or agents, there is nothing to choose. */
final class TiersCheck implements Check {
    private static final String NAME_VOLUMES =
            "name the SSD volumes as [SSD]/path in dfs.datanode.data.dir of the DataNodes";

    @Override
    public String name() {
        return "tiers";
    }

    @Override
    public void look(Evidence evidence, Report report) {
        evidence.hdfs().value().ifPresent(hdfs -> {
            hdfs.policy().ifPresent(policy -> report.ok("storage policy of " + hdfs.path() + ": " + policy));
            hdfs.sample().ifPresent(sample -> look(hdfs, sample, hasMemory(evidence), report));
        });
    }

    private static boolean hasMemory(Evidence evidence) {
        return evidence.aliveAgents().stream()
                .mapToLong(AgentState::getBudgetBytes)
                .anyMatch(budget -> budget > 0);
    }

    private static void look(ClusterFacts hdfs, Sample sample, boolean hasMemory, Report report) {
        if (sample.erasureCoded() > 0) {
            report.hint(
                    sample.erasureCoded() + " of " + sample.files() + " files below " + hdfs.path()
                            + " are erasure-coded: Tiercel does not serve their reads",
                    "write data that is to be served with replicas: 'hdfs ec -setPolicy -replicate -path DIR'");
        }
        if (sample.blocks() == 0) {
            report.unchecked(
                    "no blocks with replicas below " + hdfs.path() + " to look at",
                    "name a directory with data: --hdfs hdfs://HOST:PORT/DIR");
            return;
        }
        if (!sample.unknownTypes().isEmpty()) {
            report.warning(
                    "storage types that Tiercel does not know: " + String.join(", ", sample.unknownTypes()),
                    "their replicas are not counted; the others are");
        }
        String found = sample.blocks() + " blocks below " + hdfs.path() + ": " + sample.severalTiers()
                + " with copies on several tiers; tiers " + names(sample.tiers()) + " (storage types "
                + String.join(", ", sample.storageTypes()) + ")";
        if (sample.severalTiers() > 0) {
            report.ok(found);
        } else if (sample.tiers().size() > 1) {
            report.warning(found + ": no task can choose between tiers for its block", policy(hdfs));
        } else if (hasMemory) {
            report.warning(found + ": memory is the only other tier", volumes(hdfs));
        } else {
            report.error(found, volumes(hdfs));
        }
    }

    private static String names(Collection<Tier> tiers) {
        return tiers.stream().map(Tier::name).collect(Collectors.joining(", "));
    }

    /** HDFS' superuser sees whether there are SSD volumes already. */
    private static String volumes(ClusterFacts hdfs) {
        boolean hasSsds = hdfs.nodes().stream()
                .flatMap(node -> node.storageTypes().stream())
                .anyMatch(type ->
                        Tier.ofStorageType(type).filter(Tier.SSD::equals).isPresent());
        return hasSsds ? policy(hdfs) : NAME_VOLUMES + ", then " + policy(hdfs);
    }

    private static String policy(ClusterFacts hdfs) {
        return "'hdfs storagepolicies -setStoragePolicy -path " + hdfs.path() + " -policy ONE_SSD' and 'hdfs mover -p "
                + hdfs.path() + "'";
    }
}
