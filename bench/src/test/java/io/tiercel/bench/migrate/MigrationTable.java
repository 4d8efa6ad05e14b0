package io.tiercel.bench.migrate;

import java.io.PrintStream;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs the benchmark and prints a table; then, in this process, what a registered block takes of memory and what polls and reports
 * cost, retargeting included.
 */
public final class MigrationTable {
    private static final int BLOCKS = 1_000_000;
    private static final int NODES = 10_000;

    private MigrationTable() {}

    public static void main(String[] args) throws RunnerException {
        targets(System.out);
        memoryAndPolls(System.out);
    }

    private static void targets(PrintStream out) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(MigrationBenchmark.class.getName())
                        .verbosity(VerboseMode.SILENT)
                        .timeout(TimeValue.minutes(5))
                        .build())
                .run();
        out.printf("%-22s %12s %12s %12s%n", "blocks x nodes", "median ms", "fastest", "99th");
        for (RunResult result : results) {
            Statistics times = result.getPrimaryResult().getStatistics();
            out.printf(
                    "%-22s %12.3f %12.3f %12.3f%n",
                    result.getParams().getParam("load"),
                    times.getPercentile(50) / 1000,
                    times.getMin() / 1000,
                    times.getPercentile(99) / 1000);
        }
    }

    private static void memoryAndPolls(PrintStream out) {
        long before = used();
        Load load = Load.named(BLOCKS + "x" + NODES);
        load.retarget();
        out.printf("%d blocks on %d nodes: %.0f bytes a block%n", BLOCKS, NODES, (used() - before) / (double) BLOCKS);
        long start = System.nanoTime();
        int migrated = 0;
        for (int poll = 0; poll < 10 * NODES; poll++) {
            migrated += load.cycle();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        out.printf(
                "ten seconds of %d agents that poll once a second: %.2f s of one core, %d blocks migrated, %d registered%n",
                NODES, seconds, migrated, load.blocks());
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
