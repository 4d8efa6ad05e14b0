package io.tiercel.spark.prefetch;

import io.tiercel.json.ComputingModelJson;
import io.tiercel.prefetch.Correction;
import io.tiercel.prefetch.CpuTimeModel;
import java.util.Arrays;
import java.util.List;

/**
 * What is known of one kind of stage. Not thread-safe.
 */
final class KindModels {
    /** Tasks further back count less; some waves of a middling stage. */
    private static final double MEMORY = 200;

    final CpuTimeModel computing;
    private Correction stages;
    private Correction prefetches;

    private KindModels(CpuTimeModel computing, Correction stages, Correction prefetches) {
        this.computing = computing;
        this.stages = stages;
        this.prefetches = prefetches;
    }

    static KindModels fresh() {
        return new KindModels(new CpuTimeModel(MEMORY), Correction.none(), Correction.none());
    }

    /** @throws IllegalArgumentException if these are no such numbers */
    static KindModels of(ComputingModelJson kept) {
        return new KindModels(
                CpuTimeModel.restored(MEMORY, numbers(kept.state())),
                Correction.restored(numbers(kept.ratios())),
                Correction.restored(numbers(kept.prefetchedRatios())));
    }

    private static double[] numbers(List<Double> list) {
        return list.stream().mapToDouble(Double::doubleValue).toArray();
    }

    ComputingModelJson kept(StageKind kind) {
        return new ComputingModelJson(
                kind.text(), list(computing.state()), list(stages.state()), list(prefetches.state()));
    }

    private static List<Double> list(double[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    /** How far the models are off for its stages. */
    Correction stages() {
        return stages;
    }

    /** How far they are off for the time until the last block of a stage is in memory. */
    Correction prefetches() {
        return prefetches;
    }

    /** A stage was foretold to take so long, uncorrected, and has. */
    void stageTook(double foretold, double measured) {
        stages = stages.with(foretold, measured);
    }

    void prefetchTook(double foretold, double measured) {
        prefetches = prefetches.with(foretold, measured);
    }
}
