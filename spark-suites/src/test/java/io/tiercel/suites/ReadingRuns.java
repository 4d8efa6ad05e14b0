package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.suites.app.ReadingApplication;
import io.tiercel.suites.app.TieredFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs of {@link ReadingApplication} on any Spark, with the plugin's jar: their input, their settings, and what they must answer. */
final class ReadingRuns {
    private static final int FILES = 8;
    private static final int LINES = 1_000;
    static final String SUM = String.valueOf((long) FILES * LINES * (FILES * LINES - 1) / 2);

    private final Path directory;

    private ReadingRuns(Path directory) {
        this.directory = directory;
    }

    /** Writes the input below a directory that exists. */
    static ReadingRuns in(Path directory) throws IOException {
        for (String folder : List.of("text", "csv")) {
            Path files = Files.createDirectories(directory.resolve("input").resolve(folder));
            for (int file = 0; file < FILES; file++) {
                Files.writeString(files.resolve("part-" + file), content(folder, file));
            }
        }
        return new ReadingRuns(directory);
    }

    private static String content(String folder, int file) {
        var lines = IntStream.range(file * LINES, (file + 1) * LINES)
                .mapToObj(i -> folder.equals("csv") ? i % 7 + "," + i : String.valueOf(i))
                .collect(Collectors.joining("\n", "", "\n"));
        return folder.equals("csv") ? "id,amount\n" + lines : lines;
    }

    ApplicationRun application(Path home) {
        return new ApplicationRun(
                home,
                directory,
                ReadingApplication.class,
                List.of("tiered://" + directory.resolve("input"), "tiered://" + directory.resolve("output")));
    }

    /** A SPARK_HOME of that Spark. */
    static Path home(String spark) {
        String classPath =
                switch (spark) {
                    case "4.2" -> Target.classPathOfSpark();
                    case "4.1" -> Target.classPathOfOldestSpark();
                    default -> Target.classPathOfSpark(spark);
                };
        return SparkHome.create(Target.directory().resolve("spark-home-" + spark), classPath);
    }

    /** The summaries of all stages that an application has recorded. */
    static List<JsonNode> summaries(Path records) throws IOException {
        return lines(records, "stages-*");
    }

    /** The lines of records whose file's name fits the pattern. */
    static List<JsonNode> lines(Path records, String pattern) throws IOException {
        var all = new ArrayList<JsonNode>();
        try (var files = Files.newDirectoryStream(records, pattern)) {
            for (Path file : files) {
                for (String line : Files.readAllLines(file)) all.add(new ObjectMapper().readTree(line));
            }
        }
        return all;
    }

    /** @param hosts hosts on which the input's blocks claim to lie */
    static Map<String, String> tiers(List<String> hosts) {
        return Map.of(
                "spark.hadoop.fs.tiered.impl",
                TieredFileSystem.class.getName(),
                "spark.hadoop.tiered.hosts",
                String.join(",", hosts));
    }

    static Map<String, String> pluginAnd(String spark, Map<String, String> settings) {
        var all = new HashMap<>(settings);
        boolean isOfScala212 = spark.endsWith("-2.12")
                || spark.equals("given")
                        && System.getProperty("tiercel.spark.given.scala", "").equals("2.12");
        Path jar = isOfScala212 ? Target.bundleOfScala212() : Target.bundle();
        all.put("spark.jars", jar.toString());
        all.put("spark.plugins", "io.tiercel.spark.TiercelPlugin");
        return all;
    }

    /** All answers are right, and our scheduler ran. */
    static void assertRight(ApplicationRun.Answers answers, String spark) {
        assertThat(answers.answers())
                .containsEntry("version", System.getProperty("tiercel.spark." + spark))
                .containsEntry("scheduler", "org.apache.spark.scheduler.TiercelTaskSchedulerImpl")
                .hasEntrySatisfying(
                        "tab",
                        stages -> assertThat(stages).as("stages on the tab").isEqualTo("7"));
        assertThat(answers.answers().entrySet().stream()
                        .filter(answer -> answer.getKey().matches("(text|csv|parquet).*")))
                .hasSize(6)
                .allSatisfy(answer ->
                        assertThat(answer.getValue()).as(answer.getKey()).isEqualTo(SUM));
    }
}
