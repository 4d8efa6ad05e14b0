package io.tiercel.sim.paper;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.paper.MixApartSetup.Platform;
import io.tiercel.sim.paper.PaperFigure.FigureSimulation;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.workload.SwimReader.SwimScale;
import io.tiercel.sim.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * MixApart's replay of production traces, section 8.1.5.
 *
 * <p>The paper does not say by how much it divides sizes. At 1/300 the bytes that come from shared storage are those of its figure 8 in all three
 * hours. Tasks compute 25 Mb/s: the paper has 20 to 30 for most large jobs.
 */
final class MixApartTraceFigures {
    private static final int[] HOURS = {1, 5, 8};
    private static final int DAY = 24;
    private static final double BYTES = 1 / 300.0;
    private static final double MEGABITS = 25;
    private static final int LARGER = 200;

    /** Numbers of tasks, as the paper's figure 9 tells jobs apart: small ones, tens and hundreds of tasks. */
    private static final List<IntPredicate> SIZES =
            List.of(tasks -> tasks < 10, tasks -> tasks >= 10 && tasks < 100, tasks -> tasks >= 100);

    private MixApartTraceFigures() {}

    /**
     * What a row of table 2 varies, by the words at the end of its name.
     *
     * @param bytes factor of all sizes
     * @param megabits that a task reads per second
     * @param overhead nanoseconds of a job's set-up and clean-up
     */
    private record Variant(double bytes, double megabits, long overhead) {
        static final Variant PAPER = new Variant(BYTES, MEGABITS, MixApartSetup.JOB_OVERHEAD);

        private static final Map<String, Variant> BY_WORDS = Map.of(
                ", tasks of 20 Mb/s", new Variant(BYTES, 20, MixApartSetup.JOB_OVERHEAD),
                ", tasks of 30 Mb/s", new Variant(BYTES, 30, MixApartSetup.JOB_OVERHEAD),
                ", sizes of 1/200", new Variant(1 / 200.0, MEGABITS, MixApartSetup.JOB_OVERHEAD),
                ", sizes of 1/400", new Variant(1 / 400.0, MEGABITS, MixApartSetup.JOB_OVERHEAD),
                ", jobs with 20 s more", new Variant(BYTES, MEGABITS, MixApartSetup.JOB_OVERHEAD + 20 * Engine.SECOND));

        static Variant of(String row) {
            return BY_WORDS.entrySet().stream()
                    .filter(each -> row.endsWith(each.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(PAPER);
        }

        static Platform platform(String row) {
            for (String words : BY_WORDS.keySet()) {
                if (row.endsWith(words)) {
                    return MixApartFigures.platform(row.substring(0, row.length() - words.length()));
                }
            }
            return MixApartFigures.platform(row);
        }
    }

    static Map<String, FigureSimulation> simulations(Optional<Function<SwimScale, Workload>> trace) {
        Replays replays = new Replays(trace, MixApartSetup.PAPER, 1);
        Replays larger = new Replays(
                trace, new MixApartSetup(50 * LARGER, 125_000_000L * LARGER, OfferMode.ONE_SLOT_OF_A_NODE), LARGER);
        Map<String, FigureSimulation> all = new HashMap<>();
        all.put("table 2, ratios", repetitions -> row -> ratios(replays, row, repetitions, HOURS));
        all.put("table 2, 10,000 nodes", repetitions -> row -> ratios(larger, row, 1, HOURS[0]));
        all.put("table 2, seconds", repetitions -> row -> seconds(replays, row, repetitions));
        all.put(
                "figure 6",
                repetitions -> row -> IntStream.rangeClosed(1, DAY)
                        .mapToDouble(
                                hour -> 100 * replays.hour(Variant.PAPER, hour).reuse())
                        .toArray());
        all.put(
                "figure 7",
                repetitions -> row -> IntStream.of(HOURS)
                        .mapToDouble(hour -> concurrency(replays, row, hour, repetitions))
                        .toArray());
        all.put(
                "figure 9",
                repetitions -> row -> SIZES.stream()
                        .mapToDouble(size -> backlogged(replays, row, size, repetitions))
                        .toArray());
        all.put(
                "figure 8, bytes",
                repetitions -> row -> IntStream.of(HOURS)
                        .mapToDouble(hour -> replays.mean(row, hour, repetitions, MixApartReplay::gigabytes))
                        .toArray());
        all.put(
                "figure 8, concurrency",
                repetitions -> row -> IntStream.of(HOURS)
                        .mapToDouble(hour -> transfers(replays, row, hour, repetitions))
                        .toArray());
        return all;
    }

    /** Mean durations in percent of Hadoop's. */
    private static double[] ratios(Replays replays, String row, int repetitions, int... hours) {
        return IntStream.of(hours)
                .mapToDouble(hour -> 100
                        * replays.mean(row, hour, repetitions, MixApartReplay::mean)
                        / MixApartFigures.mean(
                                repetitions, seed -> replays.of(Platform.HADOOP, Variant.of(row), hour, seed)
                                        .mean()))
                .toArray();
    }

    /** Mean durations, or how much longer they are than Hadoop's. */
    private static double[] seconds(Replays replays, String row, int repetitions) {
        boolean isDifference = row.endsWith(": more than Hadoop");
        return IntStream.of(HOURS)
                .mapToDouble(hour -> replays.mean(row, hour, repetitions, MixApartReplay::mean)
                        - (isDifference
                                ? replays.mean(Platform.HADOOP.toString(), hour, repetitions, MixApartReplay::mean)
                                : 0))
                .toArray();
    }

    private static double concurrency(Replays replays, String row, int hour, int repetitions) {
        String measure = row.substring(row.indexOf(": ") + 2);
        Platform platform = MixApartFigures.platform(row);
        return MixApartFigures.mean(repetitions, seed -> {
            MixApartReplay replay = replays.of(platform, Variant.PAPER, hour, seed);
            return switch (measure) {
                case "jobs slower than in Hadoop" ->
                    replay.slowerThan(replays.of(Platform.HADOOP, Variant.PAPER, hour, seed));
                case "time with less than 20 tasks" -> replay.timeWith(tasks -> tasks < 20);
                case "time with more than 80 tasks" -> replay.timeWith(tasks -> tasks > 80);
                case "time with 90 tasks or more" -> replay.timeWith(tasks -> tasks >= 90);
                default -> throw new IllegalArgumentException("row: there is no measure '" + measure + "'");
            };
        });
    }

    /** Of the jobs of the first hour that take longer in MixApart than in Hadoop, those with so many tasks. */
    private static double backlogged(Replays replays, String row, IntPredicate size, int repetitions) {
        String measure = row.substring(row.indexOf(": ") + 2);
        Platform platform = MixApartFigures.platform(row);
        return MixApartFigures.mean(repetitions, seed -> {
            MixApartReplay hadoop = replays.of(Platform.HADOOP, Variant.PAPER, HOURS[0], seed);
            MixApartReplay mixApart = replays.of(Platform.MIXAPART, Variant.PAPER, HOURS[0], seed);
            MixApartReplay system = replays.of(platform, Variant.PAPER, HOURS[0], seed);
            return switch (measure) {
                case "% of the jobs" ->
                    100.0
                            * system.slowerJobs(hadoop, size).size()
                            / Math.max(
                                    1, system.slowerJobs(hadoop, tasks -> true).size());
                case "mean seconds" -> system.mean(mixApart.slowerJobs(hadoop, size));
                default -> throw new IllegalArgumentException("row: there is no measure '" + measure + "'");
            };
        });
    }

    private static double transfers(Replays replays, String row, int hour, int repetitions) {
        String measure = row.substring(row.indexOf(": ") + 2);
        return replays.mean(
                row,
                hour,
                repetitions,
                switch (measure) {
                    case "transfers while the link is full" -> MixApartReplay::transfersWhileFull;
                    case "tasks while the link is full" -> MixApartReplay::tasksWhileFull;
                    case "% of the bytes after minute 30" -> MixApartReplay::late;
                    default -> throw new IllegalArgumentException("row: there is no measure '" + measure + "'");
                });
    }

    /** Replayed hours. Each is replayed once for each platform, variant and seed. */
    private static final class Replays {
        private record Key(Platform platform, Variant variant, int hour, long seed) {}

        private record HourKey(Variant variant, int hour) {}

        private final Optional<Function<SwimScale, Workload>> trace;
        private final MixApartSetup setup;
        private final int larger;
        private final Map<Key, MixApartReplay> known = new HashMap<>();
        private final Map<HourKey, MixApartTrace> hours = new HashMap<>();

        /** @param larger sizes are multiplied by it; above 1 without reduces, each of which would fetch from thousands of nodes */
        Replays(Optional<Function<SwimScale, Workload>> trace, MixApartSetup setup, int larger) {
            this.trace = trace;
            this.setup = setup;
            this.larger = larger;
        }

        MixApartTrace hour(Variant variant, int hour) {
            return hours.computeIfAbsent(
                    new HourKey(variant, hour),
                    any -> MixApartTrace.hour(
                            trace.orElseThrow(() -> new IllegalStateException("expected a trace, got none")),
                            hour,
                            variant.bytes * larger,
                            variant.megabits,
                            variant.overhead,
                            larger == 1));
        }

        MixApartReplay of(Platform platform, Variant variant, int hour, long seed) {
            return known.computeIfAbsent(
                    new Key(platform, variant, hour, seed),
                    any -> MixApartReplay.of(setup, platform, hour(variant, hour), seed));
        }

        double mean(String row, int hour, int repetitions, ToDoubleFunction<MixApartReplay> measure) {
            return MixApartFigures.mean(
                    repetitions, seed -> measure.applyAsDouble(of(Variant.platform(row), Variant.of(row), hour, seed)));
        }
    }
}
