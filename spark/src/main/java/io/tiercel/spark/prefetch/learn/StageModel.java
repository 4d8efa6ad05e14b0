package io.tiercel.spark.prefetch.learn;

import io.tiercel.json.StageModelRecord;
import io.tiercel.prefetch.learn.CorrectionFactor;
import io.tiercel.prefetch.learn.CorrectionFactors;
import io.tiercel.prefetch.learn.CpuTimeModel;
import io.tiercel.prefetch.learn.SlidingMedian;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What is known of one kind of stage. Not thread-safe.
 */
final class StageModel {
    /** The last tasks that count: some waves of a middling stage. */
    private static final int MEMORY = 64;

    private static final String RATIOS = "ratiosAtOnce";
    private static final String PREFETCHED_RATIOS = "prefetchedRatios";

    /** Of tasks of one turn. */
    private static final class Times {
        /** Of tasks that read from memory, which tell it nearly exactly. */
        final CpuTimeModel computing;

        /** Of those that read from devices, which tell for how long they computed at least. */
        final CpuTimeModel atLeast;

        SlidingMedian overhead;

        Times(double[] computing, double[] atLeast, double[] overhead) {
            this.computing = CpuTimeModel.restored(MEMORY, computing);
            this.atLeast = CpuTimeModel.restored(MEMORY, atLeast);
            this.overhead = SlidingMedian.restored(MEMORY, overhead);
        }

        boolean knows() {
            return computing.knows() || atLeast.knows();
        }

        double seconds(long bytes) {
            return Math.max(computing.seconds(bytes), atLeast.seconds(bytes));
        }
    }

    private final Map<WarmUpPhase, Times> times = new EnumMap<>(WarmUpPhase.class);
    private CorrectionFactors stages;
    private CorrectionFactor prefetches;

    /** @throws IllegalArgumentException if these are no such numbers */
    private StageModel(StageModelRecord kept) {
        for (WarmUpPhase turn : WarmUpPhase.values()) {
            times.put(
                    turn,
                    new Times(
                            numbers(kept.of(tasks(turn))),
                            numbers(kept.of(bounds(turn))),
                            numbers(kept.of(overheads(turn)))));
        }
        stages = CorrectionFactors.restored(numbers(kept.of(RATIOS)));
        prefetches = CorrectionFactor.restored(numbers(kept.of(PREFETCHED_RATIOS)));
    }

    static StageModel fresh() {
        return new StageModel(new StageModelRecord("", Map.of()));
    }

    /** @throws IllegalArgumentException if these are no such numbers */
    static StageModel of(StageModelRecord kept) {
        return new StageModel(kept);
    }

    private static String tasks(WarmUpPhase turn) {
        return turn.name().toLowerCase(Locale.ROOT) + "Tasks";
    }

    private static String bounds(WarmUpPhase turn) {
        return turn.name().toLowerCase(Locale.ROOT) + "AtLeast";
    }

    private static String overheads(WarmUpPhase turn) {
        return turn.name().toLowerCase(Locale.ROOT) + "Overheads";
    }

    private static double[] numbers(List<Double> list) {
        return list.stream().mapToDouble(Double::doubleValue).toArray();
    }

    StageModelRecord kept(StageKind kind) {
        Map<String, List<Double>> numbers = new LinkedHashMap<>();
        for (WarmUpPhase turn : WarmUpPhase.values()) {
            numbers.put(tasks(turn), list(of(turn).computing.state()));
            numbers.put(bounds(turn), list(of(turn).atLeast.state()));
            numbers.put(overheads(turn), list(of(turn).overhead.state()));
        }
        numbers.put(RATIOS, list(stages.state()));
        numbers.put(PREFETCHED_RATIOS, list(prefetches.state()));
        return new StageModelRecord(kind.text(), numbers);
    }

    private static List<Double> list(double[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private Times of(WarmUpPhase turn) {
        return Objects.requireNonNull(times.get(turn));
    }

    /** What is known of tasks of that turn, or of those that stand for them. */
    private Times known(WarmUpPhase turn) {
        if (!of(turn).knows()) {
            for (WarmUpPhase other : turn.standIns()) {
                if (of(other).knows()) {
                    return of(other);
                }
            }
        }
        return of(turn);
    }

    /** Whether tasks of that turn are known, or what can stand for them: what loads and compiles says little of what comes after it. */
    boolean knows(WarmUpPhase turn) {
        return of(turn).knows()
                || of(WarmUpPhase.FIRST).knows()
                || of(WarmUpPhase.LATER).knows();
    }

    /** Seconds that a task over so many bytes should compute. */
    double computing(WarmUpPhase turn, long bytes) {
        return known(turn).seconds(bytes);
    }

    /** Seconds that it should take beside. */
    double overhead(WarmUpPhase turn) {
        return known(turn).overhead.orElse(0);
    }

    /** @param exactly or at least */
    void computed(WarmUpPhase turn, long bytes, double seconds, boolean exactly) {
        (exactly ? of(turn).computing : of(turn).atLeast).learn(bytes, seconds);
    }

    void tookBeside(WarmUpPhase turn, double seconds) {
        of(turn).overhead = of(turn).overhead.with(seconds);
    }

    /** How far the models are off for its stages of which so many tasks run at once. */
    CorrectionFactor stages(int atOnce) {
        return stages.of(atOnce);
    }

    /** How far they are off for the time until the last block of a stage is in memory. */
    CorrectionFactor prefetches() {
        return prefetches;
    }

    /** A stage of which so many tasks ran at once was foretold to take so long, uncorrected, and has. */
    void stageTook(int atOnce, double foretold, double measured) {
        stages = stages.with(atOnce, foretold, measured);
    }

    void prefetchTook(double foretold, double measured) {
        prefetches = prefetches.with(foretold, measured);
    }
}
