package io.tiercel.spark.prefetch.learn;

import io.tiercel.json.StageModelRecord;
import io.tiercel.prefetch.learn.CorrectionFactor;
import io.tiercel.prefetch.learn.CorrectionFactors;
import io.tiercel.prefetch.learn.CpuTimeModel;
import io.tiercel.prefetch.learn.SlidingMedian;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The models of one kind of stage: of its tasks by their phase, and how far its predicted times were off. Not thread-safe. */
public final class StageModel {
    /** How many recent tasks count: some waves of a middling stage. */
    private static final int WINDOW = 64;

    /**
     * How warm a task's executor is. First tasks take longer: those of a kind load classes and compile code, those of a stage fetch what
     * its tasks share.
     */
    public enum WarmUpPhase {
        /** Launched before any task of its kind had ended in its executor. */
        FRESH,
        /** Launched before any task of its stage had ended in its executor, but not {@link #FRESH}. */
        FIRST,
        LATER;

        /** The phases whose times stand in for this one's while it is unknown, the best first. */
        private List<WarmUpPhase> standIns() {
            return switch (this) {
                case FRESH -> List.of(FIRST, LATER);
                case FIRST -> List.of(LATER, FRESH);
                case LATER -> List.of(FIRST, FRESH);
            };
        }
    }

    /**
     * The computing time of one task.
     *
     * @param bytes that it read
     * @param exact whether it computed exactly so long; else at least
     */
    public record ComputingSample(WarmUpPhase phase, long bytes, double seconds, boolean exact) {}

    private static final String RATIOS = "ratiosAtOnce";
    private static final String PREFETCHED_RATIOS = "prefetchedRatios";

    private static final class TaskModel {
        /** From tasks that read from memory: nearly exact. */
        private final CpuTimeModel exact;

        /** From tasks that read from devices: lower bounds. */
        private final CpuTimeModel atLeast;

        private SlidingMedian overhead;

        /** @throws IllegalArgumentException if the record holds no such numbers */
        TaskModel(String phase, StageModelRecord record) {
            exact = CpuTimeModel.restored(WINDOW, numbers(record, phase + "Tasks"));
            atLeast = CpuTimeModel.restored(WINDOW, numbers(record, phase + "AtLeast"));
            overhead = SlidingMedian.restored(WINDOW, numbers(record, phase + "Overheads"));
        }

        void record(String phase, Map<String, List<Double>> numbers) {
            numbers.put(phase + "Tasks", list(exact.state()));
            numbers.put(phase + "AtLeast", list(atLeast.state()));
            numbers.put(phase + "Overheads", list(overhead.state()));
        }

        boolean isKnown() {
            return exact.knows() || atLeast.knows();
        }
    }

    private final Map<WarmUpPhase, TaskModel> tasks = new EnumMap<>(WarmUpPhase.class);
    private final FirstTaskDetector firstTasks = new FirstTaskDetector();
    private CorrectionFactors stages;
    private CorrectionFactor arrivals;
    private boolean changed;

    /** Whether this application has run tasks of the kind. */
    private boolean ran;

    StageModel() {
        this(new StageModelRecord("", Map.of()));
    }

    /** @throws IllegalArgumentException if the record holds no such numbers */
    StageModel(StageModelRecord record) {
        for (WarmUpPhase phase : WarmUpPhase.values()) {
            tasks.put(phase, new TaskModel(key(phase), record));
        }
        stages = CorrectionFactors.restored(numbers(record, RATIOS));
        arrivals = CorrectionFactor.restored(numbers(record, PREFETCHED_RATIOS));
    }

    boolean isChanged() {
        return changed;
    }

    StageModelRecord record(StageKind kind) {
        Map<String, List<Double>> numbers = new LinkedHashMap<>();
        tasks.forEach((phase, model) -> model.record(key(phase), numbers));
        numbers.put(RATIOS, list(stages.state()));
        numbers.put(PREFETCHED_RATIOS, list(arrivals.state()));
        return new StageModelRecord(kind.text(), numbers);
    }

    private static String key(WarmUpPhase phase) {
        return phase.name().toLowerCase(Locale.ROOT);
    }

    private static double[] numbers(StageModelRecord record, String name) {
        return record.of(name).stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static List<Double> list(double[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private TaskModel of(WarmUpPhase phase) {
        return Objects.requireNonNull(tasks.get(phase));
    }

    /** The model of tasks in that phase, or of the phase that stands in for it. */
    private TaskModel known(WarmUpPhase phase) {
        return Stream.concat(Stream.of(phase), phase.standIns().stream())
                .map(this::of)
                .filter(TaskModel::isKnown)
                .findFirst()
                .orElseGet(() -> of(phase));
    }

    /** The phase of the first tasks of a stage that starts now. */
    public WarmUpPhase atFirst() {
        return ran ? WarmUpPhase.FIRST : WarmUpPhase.FRESH;
    }

    /** Whether the computing time of the next tasks is known. Fresh tasks tell it of fresh tasks only: they load and compile classes. */
    public boolean isKnown() {
        return Stream.of(atFirst(), WarmUpPhase.FIRST, WarmUpPhase.LATER)
                .anyMatch(phase -> of(phase).isKnown());
    }

    /**
     * The phase of a task that has ended.
     *
     * @param firstOfStage whether it was launched before any task of its stage had ended in its executor
     */
    WarmUpPhase phase(TaskMeasurement task, boolean firstOfStage) {
        if (firstTasks.add(task.executor(), task.launchedMillis(), task.endedMillis())) {
            return WarmUpPhase.FRESH;
        }
        return firstOfStage ? WarmUpPhase.FIRST : WarmUpPhase.LATER;
    }

    /** Predicted computing time of a task that reads {@code bytes}, in seconds; 0 if nothing is known. */
    public double computingSeconds(WarmUpPhase phase, long bytes) {
        TaskModel model = known(phase);
        return Math.max(model.exact.seconds(bytes), model.atLeast.seconds(bytes));
    }

    /** Predicted time of a task beside running, in seconds; 0 if nothing is known. */
    public double overheadSeconds(WarmUpPhase phase) {
        return known(phase).overhead.orElse(0);
    }

    /** Corrects predicted times of stages of which {@code atOnce} tasks run at once. */
    public CorrectionFactor stageCorrection(int atOnce) {
        return stages.of(atOnce);
    }

    /** Corrects predicted times until the last block of a stage is in memory. */
    public CorrectionFactor arrivalCorrection() {
        return arrivals;
    }

    public void learn(ComputingSample sample) {
        TaskModel model = of(sample.phase());
        (sample.exact() ? model.exact : model.atLeast).learn(sample.bytes(), sample.seconds());
        ran = true;
        changed = true;
    }

    /** Learns the time that a task took beside running, in seconds. */
    void learnOverhead(WarmUpPhase phase, double seconds) {
        of(phase).overhead = of(phase).overhead.with(seconds);
        changed = true;
    }

    /**
     * Learns the time of a stage.
     *
     * @param atOnce how many of its tasks ran at once
     * @param predicted by its plan, uncorrected, seconds
     */
    public void learnStage(int atOnce, double predicted, double measured) {
        stages = stages.with(atOnce, predicted, measured);
        changed = true;
    }

    /** Learns the time until the last block of a stage was in memory, predicted without correction. */
    public void learnArrival(double predicted, double measured) {
        arrivals = arrivals.with(predicted, measured);
        changed = true;
    }

    /** Finds the first tasks of each executor: those launched before any other had ended there. Not thread-safe. */
    static final class FirstTaskDetector {
        /** Bounds the executors that are remembered; beyond, all are forgotten and have first tasks again. */
        private static final int MOST = 100_000;

        private final Map<String, Long> firstEnds = new HashMap<>();

        /**
         * A task has ended.
         *
         * @param launchedMillis by the same clock as {@code endedMillis}
         * @return whether it is a first task
         */
        boolean add(String executor, long launchedMillis, long endedMillis) {
            if (firstEnds.size() >= MOST) {
                firstEnds.clear();
            }
            return launchedMillis < firstEnds.merge(executor, endedMillis, Math::min);
        }
    }
}
