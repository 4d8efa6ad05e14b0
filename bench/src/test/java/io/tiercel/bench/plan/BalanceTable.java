package io.tiercel.bench.plan;

import io.tiercel.plan.LoadPlan;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs both benchmarks and prints their tables: plans, each with how far it is from its bound; and rounds. */
public final class BalanceTable {
    private BalanceTable() {}

    public static void main(String[] args) throws RunnerException {
        System.out.printf(
                "%-22s %10s %10s %10s  %s%n",
                "tasks x nodes", "median ms", "fastest", "99th", "above the bound: split, whole");
        for (RunResult result : new Runner(new OptionsBuilder()
                        .include(BalanceBenchmark.class.getName())
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run()) {
            BalanceBenchmark once = new BalanceBenchmark();
            once.stage = result.getParams().getParam("stage");
            once.generate();
            LoadPlan plan = once.solve();
            Statistics times = result.getPrimaryResult().getStatistics();
            System.out.printf(
                    "%-22s %10.2f %10.2f %10.2f  %5.1f %% %7.1f %%%n",
                    once.stage,
                    times.getPercentile(50) / 1000,
                    times.getMin() / 1000,
                    times.getPercentile(99) / 1000,
                    100 * (plan.fractional() / plan.bound() - 1),
                    100 * plan.gap());
        }
        System.out.printf("%n%-22s %10s %10s %10s %10s%n", "rounds of", "ended", "median µs", "fastest", "99th");
        for (RunResult result : new Runner(new OptionsBuilder()
                        .include(DispatchBenchmark.class.getName())
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run()) {
            Statistics times = result.getPrimaryResult().getStatistics();
            System.out.printf(
                    "%-22s %10s %10.0f %10.0f %10.0f%n",
                    result.getParams().getParam("stage"),
                    result.getParams().getParam("ends"),
                    times.getPercentile(50),
                    times.getMin(),
                    times.getPercentile(99));
        }
    }
}
