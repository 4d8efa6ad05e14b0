package io.tiercel.sim.paper;

import static io.tiercel.sim.paper.DyrsSetup.FITTED;
import static io.tiercel.sim.paper.DyrsSetup.SLOW_NODE;

import io.tiercel.model.Tier;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Disturbances.Interference;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.paper.DyrsSetup.Costs;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;
import io.tiercel.sim.paper.PaperFigure.FigureSimulation;
import io.tiercel.sim.workload.SyntheticSwim;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/** Simulates DYRS' figures and tables. Rows are file systems. */
final class DyrsFigures {
    private static final long GB = 1_000_000_000L;
    /** Input sizes of figure 4's queries. Assumed: the bars have no labels. */
    private static final List<Long> QUERY_GIGABYTES = List.of(3L, 5L, 7L, 10L, 13L, 17L, 22L, 28L, 35L, 45L);

    /** Queries cost what other jobs cost, save the computing. It is fitted on inputs in memory: docs/papers/dyrs.md. */
    private static final Costs QUERIES = FITTED.withCpu(0.065 / 1e6);

    private static final long SMALL = 64_000_000;
    private static final Predicate<JobResult> IS_SMALL = job -> job.job().inputBytes() < SMALL;
    private static final Predicate<JobResult> IS_LARGE = job -> job.job().inputBytes() >= GB;

    /** The sort of figure 8, of the size that figure 10 names. */
    private static final long EVEN_SORT = 10 * GB;

    /** The sort of table II. Fitted: the first pattern takes as long as in the paper, see docs/papers/dyrs.md. */
    private static final long DISTURBED_SORT = 47 * GB;

    /** Readers of table II's program, which is not {@code dd} (section V-C). */
    private static final int STREAMS = 2;

    private static final int OTHER_NODE = 5;

    private DyrsFigures() {}

    static Map<String, FigureSimulation> simulations() {
        return Map.of(
                "figure 4", DyrsFigures::figure4,
                "figure 5", DyrsFigures::figure5,
                "figure 8", DyrsFigures::figure8,
                "table 1", DyrsFigures::table1,
                "table 2", DyrsFigures::table2);
    }

    private static FileSystem system(String name) {
        return PaperFigure.named(FileSystem.values(), name);
    }

    private static Function<String, double[]> figure4(int repetitions) {
        double[] hdfs = querySeconds(FileSystem.HDFS, repetitions);
        return name -> {
            double[] speedups = querySeconds(system(name), repetitions);
            Arrays.setAll(speedups, q -> 100 * (1 - speedups[q] / hdfs[q]));
            return new double[] {
                Arrays.stream(speedups).average().orElse(0),
                Arrays.stream(speedups).max().orElse(0),
                speedups[speedups.length - 1]
            };
        };
    }

    private static double[] querySeconds(FileSystem system, int repetitions) {
        double[] seconds = new double[QUERY_GIGABYTES.size()];
        for (int q = 0; q < seconds.length; q++) {
            for (long seed = 1; seed <= repetitions; seed++) {
                JobResult query = DyrsSetup.last(
                        system,
                        DyrsSetup.query(QUERY_GIGABYTES.get(q) * GB, QUERIES),
                        QUERIES,
                        DyrsSetup.slowNode(FITTED),
                        seed);
                seconds[q] += query.duration() / 1e9 / repetitions;
            }
        }
        return seconds;
    }

    private static Function<String, double[]> figure5(int repetitions) {
        DyrsSwim swim = new DyrsSwim(FITTED, repetitions);
        return name -> new double[] {
            swim.speedup(system(name), IS_SMALL),
            swim.speedup(system(name), IS_SMALL.or(IS_LARGE).negate()),
            swim.speedup(system(name), IS_LARGE)
        };
    }

    private static Function<String, double[]> figure8(int repetitions) {
        return name -> new double[] {
            share(system(name), List.of(), repetitions), share(system(name), DyrsSetup.slowNode(FITTED), repetitions)
        };
    }

    /** The reads that the node with the {@code dd} serves, in percent of an equal share. */
    private static double share(FileSystem system, List<Interference> interference, int repetitions) {
        List<JobResult> jobs = LongStream.rangeClosed(1, repetitions)
                .mapToObj(seed -> DyrsSetup.last(system, DyrsSetup.sort(EVEN_SORT, FITTED), FITTED, interference, seed))
                .toList();
        double all = jobs.stream().mapToInt(JobResult::maps).sum();
        double slow =
                jobs.stream().mapToInt(job -> job.readsByNode().of(SLOW_NODE)).sum();
        return 100 * slow * DyrsSetup.nodes() / all;
    }

    private static Function<String, double[]> table1(int repetitions) {
        DyrsSwim swim = new DyrsSwim(FITTED, repetitions);
        return name -> new double[] {swim.seconds(system(name), job -> true), swim.speedup(system(name), job -> true)};
    }

    private static Function<String, double[]> table2(int repetitions) {
        long ten = 10 * Engine.SECOND;
        List<List<Interference>> patterns = List.of(
                List.of(Interference.steady(SLOW_NODE, Tier.HDD, STREAMS)),
                List.of(first(ten)),
                List.of(first(2 * ten)),
                List.of(first(ten), second(ten)),
                List.of(first(2 * ten), second(2 * ten)));
        return name -> patterns.stream()
                .mapToDouble(pattern -> sortSeconds(pattern, repetitions))
                .toArray();
    }

    private static Interference first(long period) {
        return new Interference(SLOW_NODE, Tier.HDD, STREAMS, period, false);
    }

    private static Interference second(long period) {
        return new Interference(OTHER_NODE, Tier.HDD, STREAMS, period, true);
    }

    private static double sortSeconds(List<Interference> interference, int repetitions) {
        double sum = 0;
        for (long seed = 1; seed <= repetitions; seed++) {
            sum += DyrsSetup.last(FileSystem.DYRS, DyrsSetup.sort(DISTURBED_SORT, FITTED), FITTED, interference, seed)
                    .duration();
        }
        return sum / 1e9 / repetitions;
    }

    /** DYRS' SWIM workload under all four systems, with a slow node: the source of table I and figure 5. */
    static final class DyrsSwim {
        private final Map<FileSystem, List<JobResult>> results = new EnumMap<>(FileSystem.class);

        DyrsSwim(Costs costs, int repetitions) {
            for (FileSystem each : FileSystem.values()) {
                JobStatistics runs = JobStatistics.of(
                        repetitions,
                        seed -> DyrsSetup.scenario(
                                each,
                                SyntheticSwim.of(seed, costs.cpuSecondsPerByte(), costs.lead()),
                                costs,
                                DyrsSetup.slowNode(costs),
                                seed));
                results.put(each, runs.jobs());
            }
        }

        /** The mean over the jobs that {@code which} accepts. */
        double mean(FileSystem fileSystem, Predicate<JobResult> which, ToDoubleFunction<JobResult> what) {
            return results.getOrDefault(fileSystem, List.of()).stream()
                    .filter(which)
                    .mapToDouble(what)
                    .average()
                    .orElse(0);
        }

        double seconds(FileSystem fileSystem, Predicate<JobResult> which) {
            return mean(fileSystem, which, job -> job.duration() / 1e9);
        }

        /** By how many percent the mean duration is below that with HDFS. */
        double speedup(FileSystem fileSystem, Predicate<JobResult> which) {
            return 100 * (1 - seconds(fileSystem, which) / seconds(FileSystem.HDFS, which));
        }
    }
}
