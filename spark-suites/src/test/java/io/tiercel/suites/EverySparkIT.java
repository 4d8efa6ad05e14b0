package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The jar, compiled once, runs on the newest and on the oldest Spark, switched on by one line and nothing else. */
final class EverySparkIT {
    private static final int FILES = 8;
    private static final int LINES = 1_000;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeInput() throws IOException {
        for (String folder : List.of("text", "csv")) {
            Path files = Files.createDirectories(directory.resolve("input").resolve(folder));
            for (int file = 0; file < FILES; file++) {
                Files.writeString(files.resolve("part-" + file), content(folder, file));
            }
        }
    }

    private static String content(String folder, int file) {
        var lines = IntStream.range(file * LINES, (file + 1) * LINES)
                .mapToObj(i -> folder.equals("csv") ? i % 7 + "," + i : String.valueOf(i))
                .collect(Collectors.joining("\n", "", "\n"));
        return folder.equals("csv") ? "id,amount\n" + lines : lines;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            newest | local[2]
            newest | local-cluster[2,1,1024]
            oldest | local[2]
            oldest | local-cluster[2,1,1024]
            """)
    void runsOnOneLineOfConfiguration(String spark, String master) {
        String classPath = spark.equals("newest") ? Target.classPathOfSpark() : Target.classPathOfOldestSpark();
        var run = new ApplicationRun(classPath, directory, directory.resolve("input"), List.of("127.0.0.1"));

        var answers = run.on(
                master,
                Map.of("spark.jars", Target.bundle().toString(), "spark.plugins", "io.tiercel.spark.TiercelPlugin"));

        String sum = String.valueOf((long) FILES * LINES * (FILES * LINES - 1) / 2);
        assertThat(answers.answers())
                .containsEntry("version", System.getProperty("tiercel.spark." + spark))
                .containsEntry("scheduler", "org.apache.spark.scheduler.TiercelTaskSchedulerImpl");
        assertThat(answers.answers().entrySet().stream()
                        .filter(answer -> answer.getKey().matches("(text|csv|parquet).*")))
                .hasSize(6)
                .allSatisfy(answer ->
                        assertThat(answer.getValue()).as(answer.getKey()).isEqualTo(sum));
    }
}
