package io.tiercel.sim.paper;

import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Preferences;
import io.tiercel.assign.TridentPolicy;
import io.tiercel.model.Block;
import io.tiercel.model.Replica;
import io.tiercel.model.Task;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import io.tiercel.sim.job.Locality;
import io.tiercel.sim.job.ReplicaSelector.ReplicaOrder;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.migrate.PrefetchSpec.HdfsCacheSpec;
import io.tiercel.sim.migrate.PrefetchSpec.PlannerSpec;
import io.tiercel.sim.paper.PaperFigure.FigureSimulation;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.workload.FacebookWorkload.SizeClass;
import io.tiercel.sim.workload.HiBench.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Simulates Trident's figures. Most rows are a metric of a system. */
final class TridentFigures {
    private TridentFigures() {}

    /** @param nanoTime the clock of figure 18, which measures */
    static Map<String, FigureSimulation> simulations(LongSupplier nanoTime) {
        return Map.of(
                "figure 9", repetitions -> figure9(system -> system.run(repetitions)),
                "figure 10", TridentFigures::figure10,
                "figure 11", TridentFigures::figure11,
                "figure 13", TridentFigures::figure13,
                "figure 14", TridentFigures::figure14,
                "figure 16", repetitions -> rows(List.of(), prefetching(repetitions)),
                "figure 17", repetitions -> rows(PrefetchSystem.NOTHING.columns(repetitions), prefetching(repetitions)),
                "figure 18", repetitions -> new AssignmentTiming(nanoTime, repetitions)::row,
                "table 4", TridentFigures::table4);
    }

    /**
     * Rows that are a metric of a system. Runs each system once.
     *
     * @param base the columns of the system with which metrics compare; empty for none
     * @param runs the columns of a system, by its name
     */
    private static Function<String, double[]> rows(
            List<JobStatistics> base, Function<String, List<JobStatistics>> runs) {
        Map<String, List<JobStatistics>> known = new HashMap<>();
        return name -> {
            int end = name.lastIndexOf(", ");
            List<JobStatistics> columns = known.computeIfAbsent(name.substring(0, end), runs);
            double[] values = new double[columns.size()];
            Arrays.setAll(
                    values,
                    c -> metric(name.substring(end + 2), columns.get(c), (base.isEmpty() ? columns : base).get(c)));
            return values;
        };
    }

    /** A metric in percent. Some compare jobs with those of a base system. */
    private static double metric(String name, JobStatistics jobs, JobStatistics base) {
        return switch (name) {
            case "data-local" -> jobs.percent(Locality::isDataLocal);
            case "memory-local", "memory-local tasks" -> jobs.percent(Locality.MEMORY_LOCAL::equals);
            case "SSD-local", "SSD-local tasks" -> jobs.percent(Locality.SSD_LOCAL::equals);
            case "HDD-local" -> jobs.percent(Locality.HDD_LOCAL::equals);
            case "from memory" -> jobs.percent(Locality::isFromMemory);
            case "wasted" -> jobs.wasted();
            case "job", "applications sooner by" -> jobs.sooner(base);
            case "tasks", "tasks less by" -> jobs.leaner(base);
            default -> throw new IllegalArgumentException("row: there is no metric '" + name + "'");
        };
    }

    private static List<JobStatistics> byClass(JobStatistics jobs) {
        return Arrays.stream(SizeClass.values()).map(jobs::of).toList();
    }

    private static Function<String, List<JobStatistics>> byScale(
            Function<Scheduler, Function<Scale, JobStatistics>> runs) {
        return name -> {
            Scheduler scheduler = PaperFigure.named(Scheduler.values(), name.replace("OctopusFS, ", ""));
            return Arrays.stream(Scale.values()).map(runs.apply(scheduler)).toList();
        };
    }

    static Function<String, double[]> figure9(Function<FacebookSystem, JobStatistics> runs) {
        return rows(List.of(), name -> byClass(runs.apply(PaperFigure.named(FacebookSystem.values(), name))));
    }

    private static Function<String, double[]> figure10(int repetitions) {
        return rows(
                byClass(FacebookSystem.HDFS_DEFAULT.run(repetitions)),
                name -> byClass(PaperFigure.named(FacebookSystem.values(), name).run(repetitions)));
    }

    private static Function<String, double[]> figure11(int repetitions) {
        return rows(
                List.of(),
                byScale(scheduler -> scale -> TridentSetup.hadoop(
                        repetitions, scale, FileSystem.OCTOPUS_FS, scheduler, TridentSetup.MEMORY)));
    }

    private static Function<String, double[]> figure13(int repetitions) {
        JobStatistics base =
                TridentSetup.hadoop(repetitions, Scale.HUGE, FileSystem.HDFS, Scheduler.DEFAULT, TridentSetup.MEMORY);
        return rows(List.of(base, base), name -> {
            Scheduler scheduler = PaperFigure.named(Scheduler.values(), name);
            return LongStream.of(TridentSetup.GIB / 2, TridentSetup.MEMORY)
                    .mapToObj(memory ->
                            TridentSetup.hadoop(repetitions, Scale.HUGE, FileSystem.OCTOPUS_FS, scheduler, memory))
                    .toList();
        });
    }

    private static Function<String, double[]> figure14(int repetitions) {
        return rows(
                List.of(),
                byScale(scheduler ->
                        scale -> TridentSetup.spark(repetitions, scale, FileSystem.OCTOPUS_FS, scheduler)));
    }

    private static Function<String, List<JobStatistics>> prefetching(int repetitions) {
        return name -> PaperFigure.named(PrefetchSystem.values(), name).columns(repetitions);
    }

    /** The gain by delays, by class of jobs. */
    private static Function<String, double[]> table4(int repetitions) {
        JobStatistics allWithout = PrefetchSystem.TRIDENT_NO_DELAY.facebook(repetitions);
        JobStatistics allWith = PrefetchSystem.TRIDENT_DELAY.facebook(repetitions);
        return name -> {
            JobStatistics without = allWithout.of(SizeClass.valueOf(name));
            JobStatistics with = allWith.of(SizeClass.valueOf(name));
            double[] delays = with.delays();
            return new double[] {
                100.0 * delays.length / with.jobs().size(),
                Arrays.stream(delays).average().orElse(0),
                Arrays.stream(delays).max().orElse(0),
                with.percent(Locality::isFromMemory) - without.percent(Locality::isFromMemory),
                with.sooner(without),
                100 * (1 - with.quantile(0.99) / without.quantile(0.99)),
                with.leaner(without)
            };
        };
    }

    /** The six systems under which Trident's section 7.1 runs the Facebook workload. */
    enum FacebookSystem {
        HDFS_DEFAULT(FileSystem.HDFS, Scheduler.DEFAULT),
        HDFS_TRIDENT(FileSystem.HDFS, Scheduler.TRIDENT),
        OCTOPUS_FS_DEFAULT(FileSystem.OCTOPUS_FS, Scheduler.DEFAULT),
        OCTOPUS_FS_H_SCHEDULER(FileSystem.OCTOPUS_FS, Scheduler.H_SCHEDULER),
        OCTOPUS_FS_QUARTET(FileSystem.OCTOPUS_FS, Scheduler.QUARTET),
        OCTOPUS_FS_TRIDENT(FileSystem.OCTOPUS_FS, Scheduler.TRIDENT);

        private final FileSystem fileSystem;
        private final Scheduler scheduler;

        FacebookSystem(FileSystem fileSystem, Scheduler scheduler) {
            this.fileSystem = fileSystem;
            this.scheduler = scheduler;
        }

        FileSystem fileSystem() {
            return fileSystem;
        }

        JobStatistics run(int repetitions) {
            return JobStatistics.of(
                    repetitions,
                    seed -> TridentSetup.facebook(
                            fileSystem, scheduler.hadoop(), MemoryUse.NONE, TridentSetup.FITTED, seed));
        }

        @Override
        public String toString() {
            return fileSystem + ", " + scheduler;
        }
    }

    /** The pairs of scheduler and prefetcher in Trident's section 7.4. All data is on HDDs at first. */
    enum PrefetchSystem {
        NOTHING(Scheduler.DEFAULT, "none", PrefetchPlanners.NONE, 0),
        DEFAULT_ALL(Scheduler.DEFAULT, "PrefetchAll", PrefetchPlanners.ALL, 0),
        TRIDENT_ALL(Scheduler.TRIDENT, "PrefetchAll", PrefetchPlanners.ALL, 0),
        TRIDENT_NO_DELAY(Scheduler.TRIDENT, "Trident-D", PrefetchPlanners.COST, 0),
        TRIDENT_DELAY(Scheduler.TRIDENT, "Trident+D", PrefetchPlanners.COST, 10),
        ORACLE(Scheduler.TRIDENT, "Oracle", PlannerSpec.ORACLE, 0);

        private final Scheduler scheduler;
        private final String prefetcher;
        private final MemoryUse memory;

        PrefetchSystem(Scheduler scheduler, String prefetcher, String planner, double maxDelay) {
            this.scheduler = scheduler;
            this.prefetcher = prefetcher;
            this.memory = MemoryUse.prefetching(
                    new PrefetchSpec(
                            PlannerSpec.asPublished(planner, 0, maxDelay),
                            HdfsCacheSpec.HDFS,
                            TridentSetup.MEMORY,
                            false),
                    ReplicaOrder.NEAREST);
        }

        JobStatistics facebook(int repetitions) {
            return JobStatistics.of(
                    repetitions,
                    seed -> TridentSetup.facebook(
                            FileSystem.HDFS, scheduler.hadoop(), memory, TridentSetup.FITTED, seed));
        }

        List<JobStatistics> columns(int repetitions) {
            JobStatistics facebook = facebook(repetitions);
            return Stream.concat(
                            Arrays.stream(SizeClass.values()).map(facebook::of),
                            Stream.of(TridentSetup.prefetched(repetitions, scheduler, memory)
                                    .merged()))
                    .toList();
        }

        @Override
        public String toString() {
            return scheduler + ", " + prefetcher;
        }
    }

    /**
     * How long an assignment takes on this machine, by tasks and nodes, without and with the two prunings. Each node has one slot, each task three
     * replicas on random nodes and tiers.
     */
    static final class AssignmentTiming {
        private static final int[] NODES = {8, 64, 256, 1024};
        private static final int REPLICAS = 3;
        private static final int RUNS = 20;
        private static final double NANOS_PER_MILLI = 1e6;

        private final LongSupplier nanoTime;
        private final int repetitions;

        /**
         * @param nanoTime a clock: {@code sim} has none of its own
         * @param repetitions of {@value #RUNS} runs each
         */
        AssignmentTiming(LongSupplier nanoTime, int repetitions) {
            this.nanoTime = nanoTime;
            this.repetitions = repetitions;
        }

        /** Milliseconds by the number of nodes, for a row such as {@code 64 tasks, pruning}. */
        double[] row(String name) {
            int tasks = Integer.parseInt(name.substring(0, name.indexOf(' ')));
            AssignmentPolicy exact = new TridentPolicy();
            AssignmentPolicy policy =
                    name.endsWith("pruning") ? exact.pruned(REPLICAS).orElseThrow() : exact;
            return Arrays.stream(NODES)
                    .mapToDouble(nodes -> millis(policy, tasks, nodes))
                    .toArray();
        }

        /** The median of many runs: the first ones warm the code up. */
        private double millis(AssignmentPolicy policy, int tasks, int nodes) {
            long[] nanos = new long[RUNS * repetitions];
            for (int i = 0; i < nanos.length; i++) {
                Random random = new Random(i);
                int[] slots = new int[nodes];
                Arrays.fill(slots, 1);
                List<Task> drawn = new ArrayList<>();
                for (int t = 0; t < tasks; t++) {
                    drawn.add(task(random, nodes));
                }
                long begin = nanoTime.getAsLong();
                CostModel costs = CostModel.trident();
                List<Preferences> prices =
                        drawn.stream().map(task -> costs.price(task, node -> 0)).toList();
                policy.assign(new AssignmentProblem(new int[nodes], slots, prices));
                nanos[i] = nanoTime.getAsLong() - begin;
            }
            Arrays.sort(nanos);
            return nanos[nanos.length / 2] / NANOS_PER_MILLI;
        }

        private static Task task(Random random, int nodes) {
            List<Replica> replicas = new ArrayList<>();
            for (int r = 0; r < REPLICAS; r++) {
                replicas.add(new Replica(random.nextInt(nodes), Tier.values()[random.nextInt(REPLICAS)]));
            }
            return Task.reading(new Block(1, replicas));
        }
    }
}
