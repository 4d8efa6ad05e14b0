package io.tiercel.bench.allocate;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs the benchmark and prints a table. */
public final class AllocationTable {
    private AllocationTable() {}

    public static void main(String[] args) throws RunnerException {
        System.out.printf("%-22s %12s %12s %12s%n", "containers x nodes", "median ms", "fastest", "99th");
        for (RunResult result : new Runner(new OptionsBuilder()
                        .include(AllocationBenchmark.class.getName())
                        .verbosity(VerboseMode.SILENT)
                        .timeout(TimeValue.minutes(5))
                        .build())
                .run()) {
            Statistics times = result.getPrimaryResult().getStatistics();
            System.out.printf(
                    "%-22s %12.3f %12.3f %12.3f%n",
                    result.getParams().getParam("load"),
                    times.getPercentile(50) / 1000,
                    times.getMin() / 1000,
                    times.getPercentile(99) / 1000);
        }
    }
}
