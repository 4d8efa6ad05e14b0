package io.tiercel.spark.prefetch.learn;

import static io.tiercel.spark.prefetch.learn.StageModel.WarmUpPhase.FIRST;
import static io.tiercel.spark.prefetch.learn.StageModel.WarmUpPhase.FRESH;
import static io.tiercel.spark.prefetch.learn.StageModel.WarmUpPhase.LATER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.spark.LogLines;
import io.tiercel.spark.prefetch.learn.StageModel.ComputingSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StageModelStoreTest {
    private static final StageKind COUNT = new StageKind("count");
    private static final StageKind SORT = new StageKind("sort");

    @TempDir
    private Path directory;

    @Test
    void nextApplicationKnowsWhatThisOneLearnt() throws IOException {
        StageModelStore first = new StageModelStore(Optional.of(directory.resolve("models")));
        assertThat(first.of(COUNT).isKnown()).isFalse();
        first.of(COUNT).learn(new ComputingSample(LATER, 100, 1, true));
        first.of(COUNT).learn(new ComputingSample(LATER, 300, 3, true));
        first.of(SORT).learn(new ComputingSample(LATER, 100, 7, true));
        first.of(SORT).learnOverhead(FIRST, 0.2);
        first.of(SORT).learn(new ComputingSample(FIRST, 100, 9, true));
        for (int stage = 0; stage < 3; stage++) {
            first.of(SORT).learnStage(4, 10, 18);
            first.of(SORT).learnArrival(2, 1);
        }
        first.save();

        StageModelStore second = new StageModelStore(Optional.of(directory.resolve("models")));
        assertThat(second.of(COUNT).isKnown()).isTrue();
        assertThat(second.of(COUNT).computingSeconds(LATER, 200)).isCloseTo(2, within(1e-9));
        assertThat(second.of(SORT).computingSeconds(LATER, 200)).isCloseTo(14, within(1e-9));
        assertThat(second.of(SORT).stageCorrection(5).factor()).isCloseTo(1.8, within(1e-9));
        assertThat(second.of(SORT).arrivalCorrection().factor()).isCloseTo(0.5, within(1e-9));
        assertThat(second.of(SORT).computingSeconds(FIRST, 100)).isCloseTo(9, within(1e-9));
        assertThat(second.of(SORT).overheadSeconds(FIRST)).isEqualTo(0.2);
        assertThat(second.of(SORT).overheadSeconds(LATER)).isZero();
        assertThat(second.of(COUNT).stageCorrection(4).factor()).isEqualTo(1);
        try (Stream<Path> files = Files.list(directory.resolve("models"))) {
            assertThat(files).hasSize(2).allMatch(file -> file.toString().endsWith(".json"));
        }
    }

    @Test
    void aBadFileIsPassedOverAfterOneLine() throws IOException {
        StageModelStore first = new StageModelStore(Optional.of(directory));
        first.of(COUNT).learn(new ComputingSample(LATER, 100, 1, true));
        first.save();
        for (String bad : List.of(
                "{\"version\": 2, \"kind\": \"count\", \"numbers\": {\"laterTasks\": [1, 2",
                "{\"version\": 2, \"kind\": \"count\", \"numbers\": {\"laterTasks\": [1]}}",
                "{\"kind\": \"count\", \"state\": [1, 2, 3, 4, 5]}")) {
            try (Stream<Path> files = Files.list(directory);
                    LogLines log = LogLines.of(StageModelStore.class)) {
                Path file = files.findFirst().orElseThrow();
                Files.writeString(file, bad);

                StageModelStore second = new StageModelStore(Optional.of(directory));
                assertThat(second.of(COUNT).computingSeconds(LATER, 100)).isZero();
                assertThat(second.of(COUNT).isKnown()).isFalse();
                assertThat(log.lines()).singleElement().asString().startsWith("WARN Tiercel: " + file + " is ignored");
            }
        }
    }

    @Test
    void aDirectoryThatIsNoneIsSaidOnce() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        try (LogLines log = LogLines.of(StageModelStore.class)) {
            StageModelStore models = new StageModelStore(Optional.of(file));
            models.of(COUNT).learn(new ComputingSample(LATER, 100, 1, true));
            models.save();
            assertThat(models.of(COUNT).computingSeconds(LATER, 100)).isEqualTo(1);
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN Tiercel: models of computing times are not saved in " + file);
        }
    }

    @Test
    void withoutADirectoryNothingIsKept() {
        StageModelStore models = new StageModelStore(Optional.empty());
        models.of(COUNT).learn(new ComputingSample(LATER, 100, 1, true));
        models.save();
        assertThat(models.of(COUNT).computingSeconds(LATER, 100)).isEqualTo(1);
    }

    /** Eight slots of fresh executors: all classes are loaded and nothing is compiled. */
    @Test
    void firstTasksOfExecutorsSayNothingOfTheRest() {
        StageModelStore models = new StageModelStore(Optional.empty());
        assertThat(models.of(COUNT).atFirst()).isEqualTo(FRESH);
        for (int task = 0; task < 8; task++) {
            ended(models, task, 0, 3_200);
        }
        assertThat(models.of(COUNT).computingSeconds(LATER, 100))
                .as("for want of others")
                .isEqualTo(3.2);
        assertThat(models.of(COUNT).isKnown()).as("what comes next").isFalse();
        assertThat(models.of(COUNT).atFirst()).isEqualTo(FIRST);
        ended(models, 8, 3_300, 3_400);
        assertThat(models.of(COUNT).computingSeconds(LATER, 100)).isEqualTo(0.1);
        assertThat(models.of(COUNT).computingSeconds(FRESH, 100)).isEqualTo(3.2);
        assertThat(models.of(COUNT).isKnown()).isTrue();
    }

    /** On four executors by turns. */
    private static void ended(StageModelStore models, int task, long launched, long ended) {
        long run = ended - launched;
        TaskMeasurement measure = new TaskMeasurement(0, 0, task, "" + task % 4, launched, ended, run * 1_000_000, run);
        models.of(COUNT)
                .learn(new ComputingSample(
                        models.of(COUNT).phase(measure, launched == 0), 100, measure.runSeconds(), true));
    }

    /** A stage of which all but a few tasks read from disks, and hide in that how long they compute. */
    @Test
    void whatIsABoundDoesNotOutvoteWhatIsKnown() {
        StageModelStore models = new StageModelStore(Optional.empty());
        for (int task = 0; task < 60; task++) {
            models.of(COUNT).learn(new ComputingSample(LATER, 100, 0.05, false));
        }
        assertThat(models.of(COUNT).computingSeconds(LATER, 100))
                .as("for want of better")
                .isEqualTo(0.05);
        models.of(COUNT).learn(new ComputingSample(LATER, 100, 0.2, true));
        assertThat(models.of(COUNT).computingSeconds(LATER, 100)).isEqualTo(0.2);
        for (int task = 0; task < 60; task++) {
            models.of(COUNT).learn(new ComputingSample(LATER, 100, 0.3, false));
        }
        assertThat(models.of(COUNT).computingSeconds(LATER, 100))
                .as("it takes longer now")
                .isEqualTo(0.3);
    }

    @Test
    void anExecutorsFirstTaskOfAStageIsNoLaterOne() {
        StageModelStore models = new StageModelStore(Optional.empty());
        TaskMeasurement first = new TaskMeasurement(0, 0, 0, "1", 0, 50, 0, 40);
        TaskMeasurement second = new TaskMeasurement(1, 0, 0, "1", 60, 90, 0, 20);

        assertThat(models.of(COUNT).phase(first, true)).isEqualTo(FRESH);
        assertThat(models.of(COUNT).phase(second, true)).isEqualTo(FIRST);
        assertThat(models.of(COUNT).phase(second, false)).isEqualTo(LATER);
        assertThat(models.of(SORT).phase(second, false)).isEqualTo(FRESH);
        assertThat(second.overheadSeconds()).isEqualTo(0.01);
    }

    @Test
    void kindsThatAreNotAskedForAreReadFromTheirFilesAgain() throws IOException {
        StageModelStore store = new StageModelStore(Optional.of(directory));
        store.of(COUNT).learn(new ComputingSample(LATER, 100, 1, true));
        store.of(SORT).learn(new ComputingSample(LATER, 100, 7, true));
        for (int kind = 2; kind < StageModelStore.MOST_KINDS; kind++) store.of(new StageKind("kind " + kind));
        StageModel sort = store.of(SORT);

        store.of(new StageKind("one more"));

        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).as("saved before it is forgotten").hasSize(1);
        }
        assertThat(store.of(SORT)).isSameAs(sort);
        assertThat(store.of(COUNT).computingSeconds(LATER, 100)).isCloseTo(1, within(1e-9));
    }
}
