package io.tiercel.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.spark.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ComputingModelsTest {
    private static final StageKind COUNT = new StageKind("count");
    private static final StageKind SORT = new StageKind("sort");

    @TempDir
    private Path directory;

    @Test
    void nextApplicationKnowsWhatThisOneLearnt() throws IOException {
        ComputingModels first = new ComputingModels(Optional.of(directory.resolve("models")));
        assertThat(first.knows(COUNT)).isFalse();
        first.learn(COUNT, 100, 1);
        first.learn(COUNT, 300, 3);
        first.learn(SORT, 100, 7);
        first.stageTook(SORT, 10, 18);
        first.prefetchTook(SORT, 2, 1);
        first.save();

        ComputingModels second = new ComputingModels(Optional.of(directory.resolve("models")));
        assertThat(second.knows(COUNT)).isTrue();
        assertThat(second.seconds(COUNT, 200)).isCloseTo(2, within(1e-9));
        assertThat(second.seconds(SORT, 200)).isCloseTo(14, within(1e-9));
        assertThat(second.stages(SORT).factor()).isCloseTo(1.8, within(1e-9));
        assertThat(second.prefetches(SORT).factor()).isCloseTo(0.5, within(1e-9));
        assertThat(second.stages(COUNT).factor()).isEqualTo(1);
        try (Stream<Path> files = Files.list(directory.resolve("models"))) {
            assertThat(files).hasSize(2).allMatch(file -> file.toString().endsWith(".json"));
        }
    }

    @Test
    void aBadFileIsPassedOverAfterOneLine() throws IOException {
        ComputingModels first = new ComputingModels(Optional.of(directory));
        first.learn(COUNT, 100, 1);
        first.save();
        for (String bad : List.of("{\"kind\": \"count\", \"state\": [1, 2", "{\"kind\": \"count\", \"state\": [1]}")) {
            try (Stream<Path> files = Files.list(directory);
                    LogLines log = LogLines.of(ComputingModels.class)) {
                Path file = files.findFirst().orElseThrow();
                Files.writeString(file, bad);

                ComputingModels second = new ComputingModels(Optional.of(directory));
                assertThat(second.seconds(COUNT, 100)).isZero();
                assertThat(second.knows(COUNT)).isFalse();
                assertThat(log.lines())
                        .singleElement()
                        .asString()
                        .startsWith("WARN Tiercel: " + file + " is passed over");
            }
        }
    }

    @Test
    void aDirectoryThatIsNoneIsSaidOnce() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        try (LogLines log = LogLines.of(ComputingModels.class)) {
            ComputingModels models = new ComputingModels(Optional.of(file));
            models.learn(COUNT, 100, 1);
            models.save();
            assertThat(models.seconds(COUNT, 100)).isEqualTo(1);
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN Tiercel: how long tasks compute is not kept in " + file);
        }
    }

    @Test
    void withoutADirectoryNothingIsKept() {
        ComputingModels models = new ComputingModels(Optional.empty());
        models.learn(COUNT, 100, 1);
        models.save();
        assertThat(models.seconds(COUNT, 100)).isEqualTo(1);
    }
}
