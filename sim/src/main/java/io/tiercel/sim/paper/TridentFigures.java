package io.tiercel.sim.paper;

import static io.tiercel.sim.paper.FacebookSystem.HDFS_DEFAULT;
import static io.tiercel.sim.paper.FacebookSystem.HDFS_TRIDENT;
import static io.tiercel.sim.paper.FacebookSystem.OCTOPUS_FS_DEFAULT;
import static io.tiercel.sim.paper.FacebookSystem.OCTOPUS_FS_H_SCHEDULER;
import static io.tiercel.sim.paper.FacebookSystem.OCTOPUS_FS_QUARTET;
import static io.tiercel.sim.paper.FacebookSystem.OCTOPUS_FS_TRIDENT;
import static io.tiercel.sim.paper.PrefetchSystem.DEFAULT_ALL;
import static io.tiercel.sim.paper.PrefetchSystem.ORACLE;
import static io.tiercel.sim.paper.PrefetchSystem.TRIDENT_ALL;
import static io.tiercel.sim.paper.PrefetchSystem.TRIDENT_DELAY;
import static io.tiercel.sim.paper.PrefetchSystem.TRIDENT_NO_DELAY;
import static io.tiercel.sim.paper.TridentMetric.DATA_LOCAL;
import static io.tiercel.sim.paper.TridentMetric.FROM_MEMORY;
import static io.tiercel.sim.paper.TridentMetric.HDD_LOCAL;
import static io.tiercel.sim.paper.TridentMetric.LEANER;
import static io.tiercel.sim.paper.TridentMetric.MEMORY_LOCAL;
import static io.tiercel.sim.paper.TridentMetric.SOONER;
import static io.tiercel.sim.paper.TridentMetric.SSD_LOCAL;
import static io.tiercel.sim.paper.TridentMetric.WASTED;
import static io.tiercel.sim.paper.TridentSetup.Scheduler.DEFAULT;
import static io.tiercel.sim.paper.TridentSetup.Scheduler.H_SCHEDULER;
import static io.tiercel.sim.paper.TridentSetup.Scheduler.QUARTET;
import static io.tiercel.sim.paper.TridentSetup.Scheduler.TRIDENT;
import static io.tiercel.sim.paper.TridentTable.row;

import io.tiercel.sim.paper.FigureResult.Series;
import io.tiercel.sim.paper.PaperFigure.Kind;
import io.tiercel.sim.paper.PaperFigure.Label;
import io.tiercel.sim.paper.PaperFigure.Simulation;
import io.tiercel.sim.paper.TridentSetup.FileSystem;
import io.tiercel.sim.paper.TridentSetup.Scheduler;
import io.tiercel.sim.workload.HiBench.Scale;
import io.tiercel.sim.workload.SizeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Trident's figures. Their bars have no labels: the reported values are those of the text, section 7. */
final class TridentFigures {
    private static final List<String> CLASSES =
            Arrays.stream(SizeClass.values()).map(SizeClass::name).toList();
    private static final List<String> SCALES =
            Arrays.stream(Scale.values()).map(Scale::text).toList();
    private static final String ALMOST_ALL = "97-100";

    private static final TridentTable<FacebookSystem> FIGURE_9 = new TridentTable<>(List.of(
            row("HDFS, Default, data-local", HDFS_DEFAULT, DATA_LOCAL, "30-40 30-40 - - - 81"),
            row("HDFS, Trident, data-local", HDFS_TRIDENT, DATA_LOCAL, ALMOST_ALL),
            row("OctopusFS, Default, data-local", OCTOPUS_FS_DEFAULT, DATA_LOCAL, "30-40 30-40 - - - 81"),
            row("OctopusFS, Default, memory-local", OCTOPUS_FS_DEFAULT, MEMORY_LOCAL, "- - - - - 27"),
            row("OctopusFS, Default, SSD-local", OCTOPUS_FS_DEFAULT, SSD_LOCAL, "-"),
            row("OctopusFS, Default, HDD-local", OCTOPUS_FS_DEFAULT, HDD_LOCAL, "-"),
            row("OctopusFS, H-Scheduler, data-local", OCTOPUS_FS_H_SCHEDULER, DATA_LOCAL, "30-40 30-40 - - - 0-86"),
            row(
                    "OctopusFS, H-Scheduler, memory-local",
                    OCTOPUS_FS_H_SCHEDULER,
                    MEMORY_LOCAL,
                    "- - - 30-40 30-40 30-40"),
            row("OctopusFS, H-Scheduler, SSD-local", OCTOPUS_FS_H_SCHEDULER, SSD_LOCAL, "-"),
            row("OctopusFS, H-Scheduler, HDD-local", OCTOPUS_FS_H_SCHEDULER, HDD_LOCAL, "-"),
            row("OctopusFS, Quartet, data-local", OCTOPUS_FS_QUARTET, DATA_LOCAL, "30-40 30-40 - - - 0-86"),
            row("OctopusFS, Quartet, memory-local", OCTOPUS_FS_QUARTET, MEMORY_LOCAL, "- - - 30-40 30-40 30-40"),
            row("OctopusFS, Quartet, SSD-local", OCTOPUS_FS_QUARTET, SSD_LOCAL, "-"),
            row("OctopusFS, Quartet, HDD-local", OCTOPUS_FS_QUARTET, HDD_LOCAL, "-"),
            row("OctopusFS, Trident, data-local", OCTOPUS_FS_TRIDENT, DATA_LOCAL, ALMOST_ALL),
            row("OctopusFS, Trident, memory-local", OCTOPUS_FS_TRIDENT, MEMORY_LOCAL, "83-100"),
            row("OctopusFS, Trident, SSD-local", OCTOPUS_FS_TRIDENT, SSD_LOCAL, "-"),
            row("OctopusFS, Trident, HDD-local", OCTOPUS_FS_TRIDENT, HDD_LOCAL, "-")));

    private static final TridentTable<FacebookSystem> FIGURE_10 = new TridentTable<>(List.of(
            row("HDFS, Trident, job", HDFS_TRIDENT, SOONER, "- - - - - 13"),
            row("OctopusFS, Default, job", OCTOPUS_FS_DEFAULT, SOONER, "0-8 0-8 - - - 20"),
            row("OctopusFS, H-Scheduler, job", OCTOPUS_FS_H_SCHEDULER, SOONER, "0-8 0-8 - - - 28"),
            row("OctopusFS, Quartet, job", OCTOPUS_FS_QUARTET, SOONER, "0-8 0-8 - - - 28"),
            row("OctopusFS, Trident, job", OCTOPUS_FS_TRIDENT, SOONER, "0-8 0-8 14-37 14-37 14-37 37"),
            row("HDFS, Trident, tasks", HDFS_TRIDENT, LEANER, "-"),
            row("OctopusFS, Default, tasks", OCTOPUS_FS_DEFAULT, LEANER, "-"),
            row("OctopusFS, H-Scheduler, tasks", OCTOPUS_FS_H_SCHEDULER, LEANER, "- - - - - 34"),
            row("OctopusFS, Quartet, tasks", OCTOPUS_FS_QUARTET, LEANER, "- - - - - 34"),
            row("OctopusFS, Trident, tasks", OCTOPUS_FS_TRIDENT, LEANER, "- - - - - 50")));

    private static final TridentTable<Scheduler> FIGURE_11 = new TridentTable<>(List.of(
            row("OctopusFS, Default, data-local", DEFAULT, DATA_LOCAL, "66-89"),
            row("OctopusFS, Default, memory-local", DEFAULT, MEMORY_LOCAL, "- - 28"),
            row("OctopusFS, H-Scheduler, data-local", H_SCHEDULER, DATA_LOCAL, "- - 91"),
            row("OctopusFS, H-Scheduler, memory-local", H_SCHEDULER, MEMORY_LOCAL, "- - 62"),
            row("OctopusFS, Quartet, data-local", QUARTET, DATA_LOCAL, "- - 91"),
            row("OctopusFS, Quartet, memory-local", QUARTET, MEMORY_LOCAL, "- - 62"),
            row("OctopusFS, Trident, data-local", TRIDENT, DATA_LOCAL, "100"),
            row("OctopusFS, Trident, memory-local", TRIDENT, MEMORY_LOCAL, "96-100")));

    private static final TridentTable<Scheduler> FIGURE_13 = new TridentTable<>(List.of(
            row("Default, memory-local tasks", DEFAULT, MEMORY_LOCAL, "15 28"),
            row("Default, SSD-local tasks", DEFAULT, SSD_LOCAL, "-"),
            row("H-Scheduler, memory-local tasks", H_SCHEDULER, MEMORY_LOCAL, "36 63"),
            row("H-Scheduler, SSD-local tasks", H_SCHEDULER, SSD_LOCAL, "-"),
            row("Quartet, memory-local tasks", QUARTET, MEMORY_LOCAL, "36 63"),
            row("Quartet, SSD-local tasks", QUARTET, SSD_LOCAL, "-"),
            row("Trident, memory-local tasks", TRIDENT, MEMORY_LOCAL, "50 96-100"),
            row("Trident, SSD-local tasks", TRIDENT, SSD_LOCAL, "48 -"),
            row("Default, applications sooner by", DEFAULT, SOONER, "-"),
            row("Default, tasks less by", DEFAULT, LEANER, "-"),
            row("H-Scheduler, applications sooner by", H_SCHEDULER, SOONER, "-"),
            row("H-Scheduler, tasks less by", H_SCHEDULER, LEANER, "-"),
            row("Quartet, applications sooner by", QUARTET, SOONER, "-"),
            row("Quartet, tasks less by", QUARTET, LEANER, "-"),
            row("Trident, applications sooner by", TRIDENT, SOONER, "33 47"),
            row("Trident, tasks less by", TRIDENT, LEANER, "-")));

    private static final TridentTable<Scheduler> FIGURE_14 = new TridentTable<>(List.of(
            row("OctopusFS, Default, data-local", DEFAULT, DATA_LOCAL, "94-100"),
            row("OctopusFS, Default, memory-local", DEFAULT, MEMORY_LOCAL, "-"),
            row("OctopusFS, H-Scheduler, data-local", H_SCHEDULER, DATA_LOCAL, "94-100"),
            row("OctopusFS, H-Scheduler, memory-local", H_SCHEDULER, MEMORY_LOCAL, "- 71 84"),
            row("OctopusFS, Quartet, data-local", QUARTET, DATA_LOCAL, "94-100"),
            row("OctopusFS, Quartet, memory-local", QUARTET, MEMORY_LOCAL, "- 71 84"),
            row("OctopusFS, Trident, data-local", TRIDENT, DATA_LOCAL, ALMOST_ALL),
            row("OctopusFS, Trident, memory-local", TRIDENT, MEMORY_LOCAL, "100 100 96")));

    private static final TridentTable<PrefetchSystem> FIGURE_16 = new TridentTable<>(List.of(
            row("Default, PrefetchAll, from memory", DEFAULT_ALL, FROM_MEMORY, "50 - - - - - -"),
            row("Default, PrefetchAll, wasted", DEFAULT_ALL, WASTED, "50 - - - 84-100 84-100 -"),
            row("Trident, PrefetchAll, from memory", TRIDENT_ALL, FROM_MEMORY, "100 - - - - - -"),
            row("Trident, PrefetchAll, wasted", TRIDENT_ALL, WASTED, "- - - - 84-100 84-100 -"),
            row("Trident, Trident-D, from memory", TRIDENT_NO_DELAY, FROM_MEMORY, "100 - - 22 - - -"),
            row("Trident, Trident-D, wasted", TRIDENT_NO_DELAY, WASTED, "0-4"),
            row("Trident, Trident+D, from memory", TRIDENT_DELAY, FROM_MEMORY, "100 - - 64 - - -"),
            row("Trident, Trident+D, wasted", TRIDENT_DELAY, WASTED, "0-4"),
            row("Trident, Oracle, from memory", ORACLE, FROM_MEMORY, "96-100 96-100 96-100 96-100 96-100 96-100 87"),
            row("Trident, Oracle, wasted", ORACLE, WASTED, "-")));

    private static final TridentTable<PrefetchSystem> FIGURE_17 = new TridentTable<>(List.of(
            row("Default, PrefetchAll, job", DEFAULT_ALL, SOONER, "0-3"),
            row("Trident, PrefetchAll, job", TRIDENT_ALL, SOONER, "4-11"),
            row("Trident, Trident-D, job", TRIDENT_NO_DELAY, SOONER, "0-17"),
            row("Trident, Trident+D, job", TRIDENT_DELAY, SOONER, "0-17"),
            row("Trident, Oracle, job", ORACLE, SOONER, "0-25"),
            row("Default, PrefetchAll, tasks", DEFAULT_ALL, LEANER, "<0"),
            row("Trident, PrefetchAll, tasks", TRIDENT_ALL, LEANER, "<0"),
            row("Trident, Trident-D, tasks", TRIDENT_NO_DELAY, LEANER, "0-31"),
            row("Trident, Trident+D, tasks", TRIDENT_DELAY, LEANER, "0-31"),
            row("Trident, Oracle, tasks", ORACLE, LEANER, "-")));

    /** Reported values of table 4, by the order of {@link SizeClass}. */
    private static final List<String> TABLE_4 = List.of(
            "0.27 0.62 0.90 0.00 -0.20 -0.14 -0.59",
            "9.26 2.98 4.48 16.11 1.64 8.83 3.71",
            "20.00 3.53 6.17 27.59 2.77 9.11 4.44",
            "26.67 3.83 6.10 41.99 3.71 12.98 8.54",
            "12.50 3.50 3.50 13.01 2.73 7.32 0.79",
            "0.00 0.00 0.00 0.00 0.22 0.36 0.76");

    private TridentFigures() {}

    /** @param nanoTime the clock of figure 18, which measures */
    static List<PaperFigure> all(LongSupplier nanoTime) {
        return List.of(
                figure(
                        9,
                        "where the tasks of the Facebook workload read, by class of jobs",
                        "% of the tasks of a class",
                        10,
                        CLASSES,
                        repetitions -> figure9(system -> system.run(repetitions)),
                        "The workload is drawn with the paper's counts and sizes. Constants are fitted on HDFS and the default scheduler: decision 1204.",
                        "The reported values are those of the text; the bars have no labels.",
                        "Trident misses memory where LRU has evicted a file before its first read: more is written than memory has left. In class A these files are"
                                + " read once, late. Class F has eight jobs, and two or three of them read a file for the first time: decision 1207.",
                        "The default finds 93% in class F, not 81: a node that reports gets containers until one has no input there, as in figure 11."
                                + " If it got all that fit, the default would find 85%: decision 1206.",
                        "On HDFS algorithm 3 knows how many tasks prefer a node, but not which. It may grant two nodes for the same task."),
                figure(
                        10,
                        "by how much less time jobs, and their tasks in sum, take than under the default scheduler on HDFS",
                        "%",
                        10,
                        CLASSES,
                        repetitions -> FIGURE_10.seriesAgainst(
                                byClass(HDFS_DEFAULT.run(repetitions)), system -> byClass(system.run(repetitions))),
                        "The loss of HDDs by seeks is fitted on one of these values: the default scheduler on OctopusFS in class F. No other value is"
                                + " fitted: decision 1204.",
                        "Simulated tasks read before they compute; Hadoop's tasks do both at a time."),
                figure(
                        11,
                        "where HiBench's tasks read on Hadoop, by scale",
                        "% of the tasks",
                        10,
                        SCALES,
                        repetitions -> FIGURE_11.series(scheduler -> byScale(scale -> TridentSetup.hadoop(
                                repetitions, scale, FileSystem.OCTOPUS_FS, scheduler, TridentSetup.MEMORY))),
                        "Each application follows what dominates it in the paper's table 3. Data has at least eight parts.",
                        "A node that reports gets containers until one has no input there, like Hadoop 2's capacity scheduler (decision 1206). If it got all"
                                + " that fit, a job of eight tasks would run on the first node, with a third of its input there."),
                figure(
                        13,
                        "HiBench at its largest scale by the size of the memory tier, against the default scheduler on HDFS",
                        "%",
                        10,
                        List.of("5 GB", "40 GB"),
                        TridentFigures::figure13,
                        "No constant is fitted here.",
                        "In an application of several jobs each job's output is in memory too, and takes room from the input."),
                figure(
                        14,
                        "where HiBench's tasks read on Spark, by scale",
                        "% of the tasks",
                        10,
                        SCALES,
                        repetitions -> FIGURE_14.series(scheduler -> byScale(
                                scale -> TridentSetup.spark(repetitions, scale, FileSystem.OCTOPUS_FS, scheduler))),
                        "An application has an executor of eight slots on every worker. Tasks wait 3 s for a better locality level, Spark's default.",
                        "Each iteration reads its input anew: cached partitions are left out, as all schedulers treat them alike. NutchIndex is simulated too,"
                                + " though it has no version for Spark."),
                figure(
                        16,
                        "input blocks read from memory, and brought in for nothing, by scheduler and prefetcher",
                        "% of the blocks",
                        10,
                        PrefetchSystem.COLUMNS,
                        repetitions -> FIGURE_16.series(system -> system.columns(repetitions)),
                        "Blocks are cached as in section 4.1: algorithm 6 selects the source, up to four blocks of a disk come in at a time (HDFS' default),"
                                + " and a block that a task has overtaken still comes in: decision 1206.",
                        "A plan pays only if no task is left that reads from a disk, since nearly all jobs get slots for all tasks at once."
                                + " So Trident's prefetcher takes a job's blocks only if no disk has two of them. Its share falls with the size of jobs"
                                + " as in the paper, but to nothing in E and F, where the paper has a small portion. Nothing is wasted.",
                        "With the default scheduler one task in ten of class A meets its block's node. Most others read it from memory over the"
                                + " network, since they have no replica on their node: 80%, where the paper has 50.",
                        "A block read from another node's memory counts as read from memory, as in the paper."),
                figure(
                        17,
                        "by how much less time jobs, and their tasks in sum, take than under the default scheduler without prefetching",
                        "%",
                        10,
                        PrefetchSystem.COLUMNS,
                        repetitions -> FIGURE_17.seriesAgainst(
                                PrefetchSystem.NOTHING.columns(repetitions), system -> system.columns(repetitions)),
                        "The text says \"up to\" and does not say for which column. The Oracle is up to 8 points above Trident's prefetcher.",
                        "PrefetchAll costs more here than in the paper, where it has almost no effect under the default scheduler: a simulated disk that serves"
                                + " migrations and tasks at a time loses most of its bandwidth by seeks (decision 1207).",
                        "A part of each gain is the scheduler's: Trident's tasks read locally, the default's often over the network."),
                figure(
                        18,
                        "how long one assignment takes on this machine, by tasks and nodes",
                        "ms",
                        1,
                        AssignmentTiming.columns(),
                        repetitions -> new AssignmentTiming(nanoTime, repetitions).series(),
                        "The paper's times come from its machine and include the bookkeeping of Spark's driver. \"Up to\" is a range from 0."
                                + " Ours include pricing the tasks.",
                        "Tiercel's matching is not the Hungarian algorithm. The exact policy needs no pruning, and pruning may miss the optimum"
                                + " (decision 0102)."),
                new PaperFigure(
                        new Label(TridentSetup.PAPER, Kind.TABLE, 4),
                        "Trident, table 4: what Trident+D adds to Trident-D, by class of jobs",
                        "the unit of each column",
                        5,
                        List.of(
                                "jobs delayed, %",
                                "mean delay, s",
                                "most, s",
                                "more from memory, points",
                                "mean job less, %",
                                "99% tail less, %",
                                "tasks less, %"),
                        List.of(
                                "No delay is chosen here. In a job whose tasks all start at once a delay saves at most one task's read: 0.8 s at the 160 MB/s"
                                        + " that the paper measured for a disk. The paper's delays of 3 to 6 s pay only if its planner expects at most"
                                        + " 20 MB/s for a task that reads, and more than 64 MB/s for a prefetch. Algorithms 4 and 5 as"
                                        + " printed have one bandwidth for both: decision 1206."),
                        TridentFigures::table4));
    }

    private static PaperFigure figure(
            int number,
            String shows,
            String unit,
            double tolerance,
            List<String> columns,
            Simulation simulation,
            String... notes) {
        return new PaperFigure(
                new Label(TridentSetup.PAPER, Kind.FIGURE, number),
                "Trident, figure " + number + ": " + shows,
                unit,
                tolerance,
                columns,
                List.of(notes),
                simulation);
    }

    private static List<JobStatistics> byClass(JobStatistics jobs) {
        return Arrays.stream(SizeClass.values()).map(jobs::of).toList();
    }

    private static List<JobStatistics> byScale(Function<Scale, JobStatistics> runs) {
        return Arrays.stream(Scale.values()).map(runs).toList();
    }

    static List<Series> figure9(Function<FacebookSystem, JobStatistics> runs) {
        return FIGURE_9.series(system -> byClass(runs.apply(system)));
    }

    private static List<Series> figure13(int repetitions) {
        JobStatistics base =
                TridentSetup.hadoop(repetitions, Scale.HUGE, FileSystem.HDFS, DEFAULT, TridentSetup.MEMORY);
        return FIGURE_13.seriesAgainst(List.of(base, base), scheduler -> {
            List<JobStatistics> columns = new ArrayList<>();
            for (long memory : List.of(TridentSetup.GIB / 2, TridentSetup.MEMORY)) {
                columns.add(TridentSetup.hadoop(repetitions, Scale.HUGE, FileSystem.OCTOPUS_FS, scheduler, memory));
            }
            return columns;
        });
    }

    private static List<Series> table4(int repetitions) {
        JobStatistics without = TRIDENT_NO_DELAY.facebook(repetitions);
        JobStatistics with = TRIDENT_DELAY.facebook(repetitions);
        return Arrays.stream(SizeClass.values())
                .map(each -> table4(each, without.of(each), with.of(each)))
                .toList();
    }

    private static Series table4(SizeClass sizeClass, JobStatistics without, JobStatistics with) {
        double[] delays = with.delays();
        double sum = 0;
        for (double delay : delays) {
            sum += delay;
        }
        return Series.of(
                sizeClass.name(),
                TABLE_4.get(sizeClass.ordinal()),
                100.0 * delays.length / with.jobs().size(),
                delays.length == 0 ? 0 : sum / delays.length,
                delays.length == 0 ? 0 : delays[delays.length - 1],
                FROM_MEMORY.of(with, with) - FROM_MEMORY.of(without, without),
                with.sooner(without),
                100 * (1 - with.quantile(0.99) / without.quantile(0.99)),
                with.leaner(without));
    }
}
