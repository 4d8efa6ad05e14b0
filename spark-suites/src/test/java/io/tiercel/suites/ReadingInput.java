package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.suites.app.ReadingApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What {@link ReadingApplication} reads, and what it must answer. */
final class ReadingInput {
    static final int FILES = 8;
    private static final int LINES = 1_000;
    static final String SUM = String.valueOf((long) FILES * LINES * (FILES * LINES - 1) / 2);

    /** Where files are written to. */
    interface Folder<E extends Exception> {
        /** @param path relative to the input's folder */
        void write(String path, String content) throws E;
    }

    private ReadingInput() {}

    static <E extends Exception> void write(Folder<E> input) throws E {
        for (int file = 0; file < FILES; file++) {
            var numbers =
                    IntStream.range(file * LINES, (file + 1) * LINES).boxed().toList();
            input.write("text/part-" + file, numbers.stream().map(i -> i + "\n").collect(Collectors.joining()));
            input.write(
                    "csv/part-" + file,
                    numbers.stream()
                            .map(i -> i % 7 + "," + i + "\n")
                            .collect(Collectors.joining("", "id,amount\n", "")));
        }
    }

    /** Writes it below a local directory. */
    static void writeTo(Path directory) throws IOException {
        ReadingInput.<IOException>write((path, content) -> {
            Path file = directory.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        });
    }

    /**
     * @param version of Spark, as it names itself
     * @param shared how many sums of shared storage there must be
     */
    static void assertAnswered(ApplicationRun.Answers answers, String version, int shared) {
        assertThat(answers.answers())
                .containsEntry("version", version)
                .containsEntry("scheduler", "org.apache.spark.scheduler.TiercelTaskSchedulerImpl")
                .containsEntry("tab", String.valueOf(ReadingApplication.STAGES + shared));
        assertThat(answers.answers().entrySet().stream()
                        .filter(answer -> !answer.getKey().matches("version|scheduler|tab")))
                .hasSize(ReadingApplication.SUMS + shared)
                .allSatisfy(answer ->
                        assertThat(answer.getValue()).as(answer.getKey()).isEqualTo(SUM));
    }
}
