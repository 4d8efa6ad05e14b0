package io.tiercel.bench.prefetch;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs the benchmark and prints a table, each row with what the planner decided. */
public final class PlanningTable {
    private PlanningTable() {}

    public static void main(String[] args) throws RunnerException {
        System.out.printf(
                "%-30s %9s %12s %12s  %s%n",
                "blocks x nodes x devices x slots", "max delay", "median ms", "99th", "plan");
        for (RunResult result : new Runner(new OptionsBuilder()
                        .include(PlanningBenchmark.class.getName())
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run()) {
            PlanningBenchmark once = new PlanningBenchmark();
            once.job = result.getParams().getParam("job");
            once.maxDelay = Integer.parseInt(result.getParams().getParam("maxDelay"));
            once.generate();
            Statistics times = result.getPrimaryResult().getStatistics();
            System.out.printf(
                    "%-32s %9d %12.3f %12.3f  %s%n",
                    once.job,
                    once.maxDelay,
                    times.getPercentile(50) / 1000,
                    times.getPercentile(99) / 1000,
                    once.plan().summary());
        }
    }
}
