package io.tiercel.sim.scenario;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.workload.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/** Reads scenario files. */
public final class ScenarioReader {
    private ScenarioReader() {}

    /**
     * Reads a file.
     *
     * @param file its name, for messages
     * @param overrides values that replace those in the file, by their paths ({@code workload.swim.file})
     * @param traces opens the traces that it names
     * @throws ScenarioException if it cannot be used, with file, line, key and reason
     * @throws io.tiercel.sim.workload.TraceException if a trace cannot be used
     */
    public static ScenarioFile read(String text, String file, Map<String, String> overrides, TraceOpener traces) {
        ScenarioSource source = new ScenarioSource(file);
        YamlNode.Mapping tree = Overrides.applied(YamlParser.parse(text, source), overrides, source);
        SectionReader all = new SectionReader(source, Section.SCENARIO, "", tree);
        SectionReader clusterFields = all.section("cluster", Section.CLUSTER);
        ClusterSpec cluster = ClusterSection.read(clusterFields);
        long blockBytes = clusterFields.size("block-size");
        if (blockBytes == 0) {
            throw clusterFields.failure("block-size", "expected above 0, got 0");
        }
        List<ScenarioPolicy> policies = PolicySection.read(all, cluster, blockBytes);
        List<Long> seeds = seeds(all);
        LongFunction<Workload> workload = WorkloadSection.read(all.section("workload", Section.WORKLOAD), traces);
        ScenarioFile.Setup setup = new ScenarioFile.Setup(
                cluster,
                clusterFields.time("task-start"),
                workload,
                new Disturbances(FaultSection.read(all, cluster), ClusterSection.interference(all, cluster)));
        return new ScenarioFile(all.name("title").orElse(file), setup, policies, seeds);
    }

    private static List<Long> seeds(SectionReader all) {
        List<Long> seeds = all.texts("seeds", "a whole number", ScenarioReader::whole);
        Set<Long> different = new HashSet<>();
        for (long seed : seeds) {
            if (!different.add(seed)) {
                throw all.failure("seeds", "seed " + seed + " is there twice");
            }
        }
        return seeds;
    }

    private static Optional<Long> whole(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty(); // the caller reports what was expected
        }
    }
}
