package io.tiercel.bench.transfer;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs the benchmarks and prints a table: all blocks at once, as many as a bound allows, and one more after each that has ended. */
public final class TransferTable {
    private TransferTable() {}

    public static void main(String[] args) throws RunnerException {
        System.out.printf(
                "%-22s %-6s %-26s %12s %12s %12s%n",
                "blocks x jobs x nodes", "policy", "case", "median ms", "fastest", "99th");
        for (RunResult result : new Runner(new OptionsBuilder()
                        .include(TransferBenchmark.class.getName())
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run()) {
            Statistics times = result.getPrimaryResult().getStatistics();
            System.out.printf(
                    "%-22s %-6s %-26s %12.4f %12.4f %12.4f%n",
                    result.getParams().getParam("load"),
                    result.getParams().getParam("policy"),
                    described(result.getParams().getParam("bound")),
                    times.getPercentile(50) / 1000,
                    times.getMin() / 1000,
                    times.getPercentile(99) / 1000);
        }
    }

    private static String described(String bound) {
        if (bound == null) {
            return "one more, 1.25 GB/s";
        }
        return bound.equals(Long.toString(Long.MAX_VALUE)) ? "first, no bound" : "first, 1.25 GB/s";
    }
}
