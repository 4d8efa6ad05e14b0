package io.tiercel.sim.paper;

import static io.tiercel.sim.paper.DyrsSetup.FITTED;
import static io.tiercel.sim.paper.DyrsSetup.SLOW_NODE;

import io.tiercel.model.Tier;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.fault.Interference;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.paper.DyrsSetup.Costs;
import io.tiercel.sim.paper.DyrsSetup.FileSystem;
import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.PaperFigure.Kind;
import io.tiercel.sim.paper.PaperFigure.Label;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** DYRS' figures and tables, section V. */
final class DyrsFigures {
    private static final long GB = 1_000_000_000L;
    private static final String WORKLOAD =
            "Jobs are drawn with the counts, sums and ratios of the trace's first 200. Two dd run on one node all the time.";

    /** Input sizes of figure 4's queries. Assumed: the bars have no labels. */
    private static final List<Long> QUERY_GIGABYTES = List.of(3L, 5L, 7L, 10L, 13L, 17L, 22L, 28L, 35L, 45L);

    /** Queries cost what other jobs cost, save the computing. It is fitted on inputs in memory: decision 1207. */
    private static final Costs QUERIES = FITTED.withCpu(0.065 / 1e6);

    private static final long SMALL = 64_000_000;
    private static final Predicate<JobResult> IS_SMALL = job -> job.job().inputBytes() < SMALL;
    private static final Predicate<JobResult> IS_LARGE = job -> job.job().inputBytes() >= GB;

    /** The sort of figure 8, of the size that figure 10 names. */
    private static final long EVEN_SORT = 10 * GB;

    /** The sort of table II. Fitted: the first pattern takes as long as in the paper, see decision 1207. */
    private static final long DISTURBED_SORT = 47 * GB;

    /** Readers of table II's program, which is not {@code dd} (section V-C). */
    private static final int STREAMS = 2;

    private static final int OTHER_NODE = 5;

    private DyrsFigures() {}

    static List<PaperFigure> all() {
        return List.of(
                new PaperFigure(
                        new Label(DyrsSetup.PAPER, Kind.FIGURE, 4),
                        "DYRS, figure 4: by how much Hive queries take less time than with HDFS",
                        "%",
                        10,
                        List.of("mean", "best query", "largest query"),
                        List.of(
                                "Inputs of " + QUERY_GIGABYTES
                                        + " GB are assumed: the bars have no labels. A query is one job that passes on a"
                                        + " twentieth of its input. Two dd run on one node all the time.",
                                "The computing is fitted on the mean with inputs in memory. A query's other costs are those of table I.",
                                "Before each query another one has run, so that agents know their disks."),
                        DyrsFigures::figure4),
                new PaperFigure(
                        new Label(DyrsSetup.PAPER, Kind.FIGURE, 5),
                        "DYRS, figure 5: by how much jobs of the SWIM workload take less time than with HDFS, by their size",
                        "%",
                        10,
                        List.of("small (<64 MB)", "medium", "large (>1 GB)"),
                        List.of(WORKLOAD, "The paper defines small (section V-B), but not large; 1 GB here."),
                        DyrsFigures::figure5),
                new PaperFigure(
                        new Label(DyrsSetup.PAPER, Kind.FIGURE, 8),
                        "DYRS, figure 8: reads that one node serves of a sort of 10 GB, 100 being an equal share",
                        "% of an equal share",
                        15,
                        List.of("even cluster", "the node slowed down"),
                        List.of(
                                "The bars have no labels. The text says that reads are spread evenly on an even cluster. With a slow node Ignem still"
                                        + " spreads them evenly, and with HDFS and DYRS that node serves fewer: at most 85 here, so"
                                        + " below 100 with the tolerance.",
                                "The size of the sort is that of figure 10."),
                        DyrsFigures::figure8),
                new PaperFigure(
                        new Label(DyrsSetup.PAPER, Kind.TABLE, 1),
                        "DYRS, table I: average duration of the SWIM workload's jobs, and by how much it is below HDFS'",
                        "s and %",
                        5,
                        List.of("duration", "speedup"),
                        List.of(
                                WORKLOAD,
                                "A job's lead and the disk's share for two dd are fitted on the rows of HDFS and HDFS-Inputs-in-RAM. Ignem and DYRS"
                                        + " follow.",
                                "The more readers a dd counts for, the longer Ignem takes beside HDFS, and the less DYRS gains: decision 1207. No number gives"
                                        + " the paper's 66 s."),
                        DyrsFigures::table1),
                new PaperFigure(
                        new Label(DyrsSetup.PAPER, Kind.TABLE, 2),
                        "DYRS, table II: runtime of a sort with DYRS under patterns of interference",
                        "s",
                        6,
                        List.of(
                                "1 always (9a)",
                                "1 every 10 s (9b)",
                                "1 every 20 s (9c)",
                                "1 and 2 every 10 s (9d)",
                                "1 and 2 every 20 s (9e)"),
                        List.of(
                                "The paper does not give the size of the sort; with " + DISTURBED_SORT / GB
                                        + " GB the first pattern takes as long as there. Two nodes are disturbed by turns. The program is not dd"
                                        + " (section V-C): two equal readers here.",
                                "The claim: patterns with as much interference in all take the same time (9a, 9d, 9e; and 9b, 9c). Half of it"
                                        + " takes less."),
                        DyrsFigures::table2));
    }

    private static List<Series> figure4(int repetitions) {
        double[] hdfs = querySeconds(FileSystem.HDFS, repetitions);
        return List.of(
                figure4(FileSystem.IN_RAM, "50 - -", hdfs, repetitions),
                figure4(FileSystem.IGNEM, "<0 - -", hdfs, repetitions),
                figure4(FileSystem.DYRS, "36 48 25-48", hdfs, repetitions));
    }

    private static Series figure4(FileSystem system, String reported, double[] hdfs, int repetitions) {
        double[] speedups = querySeconds(system, repetitions);
        Arrays.setAll(speedups, q -> 100 * (1 - speedups[q] / hdfs[q]));
        return Series.of(
                system.text(),
                reported,
                Arrays.stream(speedups).average().orElse(0),
                Arrays.stream(speedups).max().orElse(0),
                speedups[speedups.length - 1]);
    }

    /** The mean duration of each query. */
    private static double[] querySeconds(FileSystem system, int repetitions) {
        double[] seconds = new double[QUERY_GIGABYTES.size()];
        for (int q = 0; q < seconds.length; q++) {
            for (long seed = 1; seed <= repetitions; seed++) {
                JobResult query = DyrsSetup.last(
                        system,
                        DyrsJobs.query(QUERY_GIGABYTES.get(q) * GB, QUERIES),
                        QUERIES,
                        DyrsSetup.slowNode(FITTED),
                        seed);
                seconds[q] += query.duration() / 1e9 / repetitions;
            }
        }
        return seconds;
    }

    private static List<Series> figure5(int repetitions) {
        DyrsSwim swim = new DyrsSwim(FITTED, repetitions);
        return List.of(
                figure5(swim, FileSystem.IN_RAM, "-"),
                figure5(swim, FileSystem.IGNEM, "-"),
                figure5(swim, FileSystem.DYRS, "34 47 26"));
    }

    private static Series figure5(DyrsSwim swim, FileSystem system, String reported) {
        return Series.of(
                system.text(),
                reported,
                swim.speedup(system, IS_SMALL),
                swim.speedup(system, IS_SMALL.or(IS_LARGE).negate()),
                swim.speedup(system, IS_LARGE));
    }

    private static List<Series> figure8(int repetitions) {
        return List.of(
                figure8(FileSystem.HDFS, "100 0-85", repetitions),
                figure8(FileSystem.IGNEM, "100 100", repetitions),
                figure8(FileSystem.DYRS, "100 0-85", repetitions));
    }

    private static Series figure8(FileSystem system, String reported, int repetitions) {
        return Series.of(
                system.text(),
                reported,
                share(system, List.of(), repetitions),
                share(system, DyrsSetup.slowNode(FITTED), repetitions));
    }

    /** The reads that the node with the {@code dd} serves, in percent of an equal share. */
    private static double share(FileSystem system, List<Interference> interference, int repetitions) {
        List<JobResult> jobs = LongStream.rangeClosed(1, repetitions)
                .mapToObj(seed -> DyrsSetup.last(system, DyrsJobs.sort(EVEN_SORT, FITTED), FITTED, interference, seed))
                .toList();
        double all = jobs.stream().mapToInt(JobResult::maps).sum();
        double slow =
                jobs.stream().mapToInt(job -> job.readsByNode().of(SLOW_NODE)).sum();
        return 100 * slow * DyrsSetup.nodes() / all;
    }

    private static List<Series> table1(int repetitions) {
        DyrsSwim swim = new DyrsSwim(FITTED, repetitions);
        return List.of(
                table1(swim, FileSystem.HDFS, "31.5 0"),
                table1(swim, FileSystem.IN_RAM, "16.9 46"),
                table1(swim, FileSystem.IGNEM, "66.4 -111"),
                table1(swim, FileSystem.DYRS, "20.9 33"));
    }

    private static Series table1(DyrsSwim swim, FileSystem system, String reported) {
        return Series.of(system.text(), reported, swim.seconds(system, job -> true), swim.speedup(system, job -> true));
    }

    private static List<Series> table2(int repetitions) {
        long ten = 10 * Engine.SECOND;
        List<List<Interference>> patterns = List.of(
                List.of(Interference.steady(SLOW_NODE, Tier.HDD, STREAMS)),
                List.of(first(ten)),
                List.of(first(2 * ten)),
                List.of(first(ten), second(ten)),
                List.of(first(2 * ten), second(2 * ten)));
        double[] seconds = patterns.stream()
                .mapToDouble(pattern -> sortSeconds(pattern, repetitions))
                .toArray();
        return List.of(Series.of("sort job runtime", "137 127 129 135 137", seconds));
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
            sum += DyrsSetup.last(FileSystem.DYRS, DyrsJobs.sort(DISTURBED_SORT, FITTED), FITTED, interference, seed)
                    .duration();
        }
        return sum / 1e9 / repetitions;
    }
}
