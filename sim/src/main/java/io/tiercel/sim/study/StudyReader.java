package io.tiercel.sim.study;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.work.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/** Reads scenario files. */
public final class StudyReader {
    private StudyReader() {}

    /**
     * Reads a file.
     *
     * @param text what is in it
     * @param file its name, for messages
     * @param overrides values in place of those in the file, by their paths ({@code workload.swim.file})
     * @param traces opens the traces that it names
     * @throws StudyException if it cannot be used: with file, line, key and reason
     * @throws io.tiercel.sim.work.TraceException if a trace cannot be used
     */
    public static Study read(String text, String file, Map<String, String> overrides, TraceFiles traces) {
        Source source = new Source(file);
        YamlValue.Mapping tree = Overrides.applied(YamlParser.parse(text, source), overrides, source);
        Fields all = new Fields(source, Section.SCENARIO, "", tree);
        Fields clusterFields = all.section("cluster", Section.CLUSTER);
        ClusterSpec cluster = ClusterPart.read(clusterFields);
        long blockBytes = clusterFields.size("block-size");
        if (blockBytes == 0) {
            throw clusterFields.failure("block-size", "expected above 0, got 0");
        }
        List<StudyPolicy> policies = PolicyPart.read(all, cluster);
        List<Long> seeds = seeds(all);
        LongFunction<Workload> workload = WorkloadPart.read(all.section("workload", Section.WORKLOAD), traces);
        Study.Setup setup = new Study.Setup(
                cluster,
                blockBytes,
                clusterFields.time("task-start"),
                workload,
                ClusterPart.interference(all, cluster),
                FaultPart.read(all, cluster));
        return new Study(all.name("title").orElse(file), setup, policies, seeds);
    }

    private static List<Long> seeds(Fields all) {
        List<Long> seeds = all.texts("seeds", "a whole number", StudyReader::whole);
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
            return Optional.empty(); // the caller says what was expected
        }
    }
}
