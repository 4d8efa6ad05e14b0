package io.tiercel.spark.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.record.StageSummary;
import io.tiercel.spark.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ApplicationRecorderTest {
    private static final int WAITING = 1_000;

    @TempDir
    private Path directory;

    /** A server may never end, and its driver has to keep its memory. */
    @Test
    void fromSomeNumberOnStagesAreLoggedAsTheyEnd() {
        ApplicationRecorder recorder = ApplicationRecorder.inLog("app");
        try (LogLines log = LogLines.of(ApplicationRecorder.class)) {
            for (int stage = 0; stage < WAITING; stage++) recorder.finished(summary(stage));
            assertThat(log.lines()).isEmpty();

            recorder.finished(summary(WAITING));
            assertThat(log.lines()).singleElement().asString().contains("stage " + WAITING);

            recorder.close();
            assertThat(log.lines()).hasSize(WAITING + 1);
        }
    }

    @Test
    void filesDoNotOutgrowTheirSize() throws IOException {
        try (ApplicationRecorder recorder = ApplicationRecorder.inDirectory("app", directory.toString(), 1)) {
            for (int stage = 0; stage < 3; stage++) recorder.finished(summary(stage));
        }

        assertThat(directory.resolve("stages-app.jsonl")).isEmptyFile();
        assertThat(Files.readString(directory.resolve("stages-app.1.jsonl"))).contains("\"stage\":2");
    }

    private static StageSummary summary(int stage) {
        return new StageSummary(
                "app",
                stage,
                0,
                "count",
                "tiercel",
                1,
                new StageSummary.Reads(1, Map.of(), Map.of(), 1),
                StageSummary.SchedulingTime.NONE);
    }
}
