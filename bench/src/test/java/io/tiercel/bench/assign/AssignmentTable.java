package io.tiercel.bench.assign;

import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs the benchmarks and prints one table: medians, and the ratios to OR-tools' (its solving alone; building its graph and
 * solving). {@code --grid} prints the grid of Trident's figure 18 instead, with and without pruning; {@code --first} first
 * calls alone; {@code --instance NAME}, any number of times, chooses instances.
 */
public final class AssignmentTable {
    private static final String DENSE = "1024x1024x1";
    private static final int[] GRID = {8, 64, 256, 1024};

    private final PrintStream out;

    AssignmentTable(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws RunnerException {
        AssignmentTable table = new AssignmentTable(System.out);
        if (args.length == 1 && args[0].equals("--grid")) {
            table.grid();
        } else if (args.length == 1 && args[0].equals("--first")) {
            table.firstCall();
        } else {
            String[] instances = new String[args.length / 2];
            for (int i = 0; i < instances.length; i++) {
                if (!args[2 * i].equals("--instance")) {
                    throw new IllegalArgumentException(
                            "expected --grid, --first or --instance NAME, got " + args[2 * i]);
                }
                instances[i] = args[2 * i + 1];
            }
            table.peers(instances);
        }
    }

    private void peers(String... instances) throws RunnerException {
        ChainedOptionsBuilder all = options("tiercel|orTools|orToolsBuilding");
        Map<String, Map<String, RunResult>> byInstance =
                run(instances.length == 0 ? all : all.param("instance", instances));
        out.printf(
                "%-22s %10s %10s | %14s %6s | %14s %6s | %11s%n",
                "instance",
                "tiercel ms",
                "fastest",
                "OR-tools solve",
                "ratio",
                "build + solve",
                "ratio",
                "MB per call");
        byInstance.forEach((instance, results) -> {
            double ours = median(results.get("tiercel"));
            double solve = median(results.get("orTools"));
            double both = median(results.get("orToolsBuilding"));
            out.printf(
                    "%-22s %10.3f %10.3f | %14.3f %6.1f | %14.3f %6.1f | %11.2f%n",
                    instance,
                    ours,
                    statistics(results.get("tiercel")).getMin() / 1000,
                    solve,
                    solve / ours,
                    both,
                    both / ours,
                    megabytes(results.get("tiercel")));
        });
        if (instances.length == 0) {
            RunResult dense = run(options("hungarian").param("instance", DENSE))
                    .get(DENSE)
                    .get("hungarian");
            out.printf("%-22s dense Hungarian (JGraphT): %.0f ms%n", DENSE, median(dense));
            firstCall();
        }
    }

    private void firstCall() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(FirstCallBenchmark.class.getName())
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        for (RunResult result : results) {
            Statistics calls = statistics(result);
            out.printf(
                    "%-22s first call in a new JVM, %s: median %.1f ms, fastest %.1f, slowest %.1f of %d%n",
                    DENSE,
                    method(result),
                    calls.getPercentile(50) / 1000,
                    calls.getMin() / 1000,
                    calls.getMax() / 1000,
                    calls.getN());
        }
    }

    private void grid() throws RunnerException {
        String[] instances = new String[GRID.length * GRID.length];
        int i = 0;
        for (int tasks : GRID) {
            for (int nodes : GRID) {
                instances[i++] = tasks + "x" + nodes + "x1";
            }
        }
        Map<String, Map<String, RunResult>> byInstance = run(options("tiercel|pruned")
                .param("instance", instances)
                .warmupIterations(2)
                .measurementIterations(2));
        out.printf("%-22s %14s %14s%n", "tasks x nodes x slots", "without, us", "pruned, us");
        byInstance.forEach((instance, results) -> out.printf(
                "%-22s %14.1f %14.1f%n",
                instance, 1000 * median(results.get("tiercel")), 1000 * median(results.get("pruned"))));
    }

    private static ChainedOptionsBuilder options(String methods) {
        return new OptionsBuilder()
                .include(AssignmentBenchmark.class.getName() + "\\.(" + methods + ")$")
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .timeout(TimeValue.minutes(10));
    }

    private static Map<String, Map<String, RunResult>> run(ChainedOptionsBuilder options) throws RunnerException {
        Collection<RunResult> results = new Runner(options.build()).run();
        Map<String, Map<String, RunResult>> byInstance = new LinkedHashMap<>();
        for (RunResult result : results) {
            byInstance
                    .computeIfAbsent(result.getParams().getParam("instance"), instance -> new LinkedHashMap<>())
                    .put(method(result), result);
        }
        return byInstance;
    }

    private static String method(RunResult result) {
        String name = result.getParams().getBenchmark();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static Statistics statistics(RunResult result) {
        return result.getPrimaryResult().getStatistics();
    }

    /** In milliseconds. */
    private static double median(RunResult result) {
        return statistics(result).getPercentile(50) / 1000;
    }

    private static double megabytes(RunResult result) {
        Result<?> bytes = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return bytes == null ? Double.NaN : bytes.getScore() / 1e6;
    }
}
