package io.tiercel.spark.prefetch.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.spark.prefetch.learn.StageModel.ComputingSample;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StageLearnerTest {
    private final StageModel model = new StageModel();
    private final StageLearner learner = new StageLearner(() -> model);

    /** Two tasks that read 100 bytes in 2 s, alone; two share a device; memory gives 1000 a second. */
    private void start() {
        learner.start(new StageLearner.ReadTimes(List.of(2.0, 2.0), 2, 1000));
    }

    private ComputingSample measured(int task, double cpuSeconds, double runSeconds) {
        TaskMeasurement measurement = new TaskMeasurement(
                0, 0, task, "1", 0, 20_000, Math.round(1e9 * cpuSeconds), Math.round(1e3 * runSeconds));
        return learner.measured(measurement, 100).orElseThrow();
    }

    @Test
    void ofATaskThatReadFromADeviceOnlyWhatIsCertainCounts() {
        start();
        assertThat(learner.computingSeconds()).isNaN();
        assertThat(learner.isComplete(2)).isFalse();
        assertThat(measured(0, 0.5, 3).seconds()).isEqualTo(0.5);
        assertThat(measured(1, 0.5, 10).seconds()).isEqualTo(6);
        assertThat(learner.computingSeconds()).isEqualTo(3.25);
        assertThat(learner.isComplete(2)).isTrue();
        assertThat(learner.isComplete(3)).isFalse();
    }

    @Test
    void aTaskThatReadFromMemoryTellsAll() {
        start();
        learner.readsFromMemory(1);

        assertThat(measured(1, 0.5, 3).seconds()).isCloseTo(2.9, within(1e-9));
        assertThat(measured(0, 0, 1).seconds()).isZero();
        assertThat(measured(1, 0.5, 3).exact()).isTrue();
        assertThat(measured(0, 0, 1).exact()).isFalse();
    }

    @Test
    void aStageWithoutAPlanTeachesNothing() {
        TaskMeasurement task = new TaskMeasurement(0, 0, 0, "1", 0, 20_000, 1_000, 1_000);
        assertThat(learner.measured(task, 100)).isEmpty();
        assertThat(model.isKnown()).isFalse();
    }
}
