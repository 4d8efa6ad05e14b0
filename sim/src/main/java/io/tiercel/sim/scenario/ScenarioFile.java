package io.tiercel.sim.scenario;

import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.fault.Disturbances;
import io.tiercel.sim.job.TaskSpec;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.StorageSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/** A scenario: at least one policy on one cluster with one workload, once for each of at least one seed. */
public record ScenarioFile(String title, Setup setup, List<Policy> policies, List<Long> seeds) {
    /** More would not fit into the memory of most machines. */
    private static final int MOST_TASKS = 100_000_000;

    public ScenarioFile {
        policies = List.copyOf(policies);
        seeds = List.copyOf(seeds);
    }

    /**
     * The parts that all policies share.
     *
     * @param taskStart nanoseconds from when a task gets its slot to its first read
     */
    public record Setup(
            ClusterSpec cluster, long taskStart, LongFunction<Workload> workload, Disturbances disturbances) {}

    public record Policy(String name, StorageSpec storage, SchedulingSpec scheduling) {}

    public RunSpec run(Policy policy, long seed) {
        return new RunSpec(
                setup.cluster(),
                policy.storage(),
                setup.workload().apply(seed),
                policy.scheduling(),
                TaskSpec.startingIn(setup.taskStart()),
                setup.disturbances(),
                seed);
    }

    /** Opens the traces that scenarios name; the simulator itself opens no files. */
    public interface TraceOpener {
        /**
         * Opens a trace, uncompressed.
         *
         * @throws IOException if it cannot be opened, with a message that says why
         */
        BufferedReader open(String name) throws IOException;
    }

    /**
     * Reads a file.
     *
     * @param overrides values that replace those in the file, by their paths ({@code workload.swim.file})
     * @throws ScenarioException if it cannot be used, with file, line, key and reason
     * @throws io.tiercel.sim.workload.SwimReader.TraceException if a trace cannot be used
     */
    public static ScenarioFile read(String text, String file, Map<String, String> overrides, TraceOpener traces) {
        SectionReader all = new SectionReader(file, Section.SCENARIO, "", YamlParser.parse(text, overrides, file));
        SectionReader clusterFields = all.section("cluster", Section.CLUSTER);
        ClusterSpec cluster = ClusterSection.read(clusterFields);
        long blockBytes = clusterFields.above0("block-size", clusterFields.size("block-size"));
        List<Policy> policies = PolicySection.read(all, cluster, blockBytes);
        List<Long> seeds = seeds(all);
        LongFunction<Workload> workload = WorkloadSection.read(all.section("workload", Section.WORKLOAD), traces);
        double tasks = tasks(workload.apply(seeds.get(0)), blockBytes);
        if (tasks > MOST_TASKS) {
            throw all.failure(
                    "workload",
                    String.format(
                            Locale.ROOT,
                            "expected at most %,d blocks and tasks in all (sizes by 'block-size', and reduces), got"
                                    + " %,.0f",
                            MOST_TASKS,
                            tasks));
        }
        Setup setup = new Setup(
                cluster, clusterFields.time("task-start"), workload, ClusterSection.disturbances(all, cluster));
        return new ScenarioFile(all.name("title").orElse(file), setup, policies, seeds);
    }

    private static double tasks(Workload workload, long blockBytes) {
        double bytes = workload.files().stream().mapToDouble(InputFile::bytes).sum()
                + workload.jobs().stream()
                        .mapToDouble(job -> (double) job.inputBytes() + job.outputBytes())
                        .sum();
        return bytes / blockBytes
                + workload.jobs().stream()
                        .mapToLong(job -> job.reduce().tasks())
                        .sum();
    }

    private static List<Long> seeds(SectionReader all) {
        List<Long> seeds = all.texts("seeds", "a whole number", ScenarioFile::whole);
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
