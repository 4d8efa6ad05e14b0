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
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two jars of one source, for Scala 2.12 and 2.13, run on every Spark from 3.5 on, switched on by one line and nothing else. */
final class EverySparkIT {
    private static final int FILES = 8;
    private static final int LINES = 1_000;
    private static final String SUM = String.valueOf((long) FILES * LINES * (FILES * LINES - 1) / 2);

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

    /** In every build. The newest runs the jar in other modules too: scenes, faults, memory. */
    @ParameterizedTest
    @ValueSource(strings = {"3.5-2.12", "3.5", "4.0", "4.1"})
    void runsOnOneLineOfConfiguration(String spark) {
        runsOnOneLineOfConfiguration(spark, "local[2]");
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"3.5-2.12", "3.5", "4.0", "4.1", "4.2"})
    void runsOnOneLineOfConfigurationWithExecutors(String spark) {
        runsOnOneLineOfConfiguration(spark, "local-cluster[2,1,1024]");
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"3.5-2.12", "3.5", "4.0", "4.1", "4.2"})
    void readsFromTheFastestTierOnAClusterOfTwoHosts(String spark) throws IOException {
        readsFromTheFastestTier(spark);
    }

    /** For .ci/check-spark. */
    @ParameterizedTest
    @EnabledIfSystemProperty(named = "tiercel.spark.given", matches = ".+")
    @ValueSource(strings = {"local[2]", "local-cluster[2,1,1024]"})
    void theGivenRunsOnOneLineOfConfiguration(String master) {
        runsOnOneLineOfConfiguration("given", master);
    }

    /** As above. */
    @Test
    @EnabledIfSystemProperty(named = "tiercel.spark.given", matches = ".+")
    void theGivenReadsFromTheFastestTierOnAClusterOfTwoHosts() throws IOException {
        readsFromTheFastestTier("given");
    }

    /** A jar of another version, or half of one: the plugin is there, its scheduler is not. */
    @Test
    void anApplicationRunsWithoutOurSchedulersClass() throws IOException {
        Path half = directory.resolve("half.jar");
        without("org/apache/spark/scheduler/TiercelTaskSchedulerImpl.class", half);
        var settings = pluginAnd("4.2", tiers(List.of("127.0.0.1")));
        settings.put("spark.jars", half.toString());

        var answers = application(home("4.2")).on("local[2]", settings);

        assertThat(answers.answers())
                .containsEntry("scheduler", "org.apache.spark.scheduler.TaskSchedulerImpl")
                .containsEntry("text", SUM);
        assertThat(answers.output())
                .contains("Tiercel: Spark's own scheduler runs, because of java.lang.NoClassDefFoundError");
    }

    private static void without(String missing, Path copy) throws IOException {
        try (var in = new JarInputStream(Files.newInputStream(Target.bundle()));
                var out = new JarOutputStream(Files.newOutputStream(copy))) {
            int left = 0;
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                if (entry.getName().equals(missing)) {
                    left++;
                } else {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    in.transferTo(out);
                }
            }
            assertThat(left).as("entries %s", missing).isEqualTo(1);
        }
    }

    private void runsOnOneLineOfConfiguration(String spark, String master) {
        var answers = application(home(spark)).on(master, pluginAnd(spark, tiers(List.of("127.0.0.1"))));

        assertRight(answers, spark);
    }

    private void readsFromTheFastestTier(String spark) throws IOException {
        var hosts = List.of("127.0.0.2", "127.0.0.3");
        Path home = home(spark);
        Path records = Files.createDirectory(directory.resolve("records"));

        ApplicationRun.Answers answers;
        try (var cluster = StandaloneCluster.start(home, directory, hosts)) {
            var settings = pluginAnd(spark, tiers(hosts));
            settings.putAll(Map.of(
                    "spark.tiercel.policy", "trident",
                    "spark.tiercel.record.dir", records.toString(),
                    "spark.executor.memory", "512m",
                    "spark.scheduler.minRegisteredResourcesRatio", "1.0"));
            answers = application(home).on(cluster.master(), settings);
        }

        assertRight(answers, spark);
        assertThat(summaries(records))
                .as("the stages that read files: text by either API, CSV before and after, Parquet, by either version")
                .hasSize(7)
                .allSatisfy(stage -> {
                    var tasks = stage.get("tasks");
                    assertThat(stage.get("policy").asText()).isEqualTo("trident");
                    assertThat(stage.at("/possible/SSD"))
                            .as("tasks whose tiers are known")
                            .isEqualTo(tasks);
                    assertThat(stage.at("/happened/SSD").asInt()
                                    + stage.at("/happened/HDD").asInt())
                            .as("tasks on a host of their input")
                            .isEqualTo(tasks.asInt());
                });
    }

    private static List<JsonNode> summaries(Path records) throws IOException {
        var summaries = new ArrayList<JsonNode>();
        try (var files = Files.newDirectoryStream(records, "stages-*")) {
            for (Path file : files) {
                for (String line : Files.readAllLines(file)) summaries.add(new ObjectMapper().readTree(line));
            }
        }
        return summaries;
    }

    private Path home(String spark) {
        String classPath =
                switch (spark) {
                    case "4.2" -> Target.classPathOfSpark();
                    case "4.1" -> Target.classPathOfOldestSpark();
                    default -> Target.classPathOfSpark(spark);
                };
        return SparkHome.create(Target.directory().resolve("spark-home-" + spark), classPath);
    }

    private ApplicationRun application(Path home) {
        return new ApplicationRun(
                home,
                directory,
                ReadingApplication.class,
                List.of("tiered://" + directory.resolve("input"), "tiered://" + directory.resolve("output")));
    }

    /** @param hosts hosts on which the input's blocks claim to lie */
    private static Map<String, String> tiers(List<String> hosts) {
        return Map.of(
                "spark.hadoop.fs.tiered.impl",
                TieredFileSystem.class.getName(),
                "spark.hadoop.tiered.hosts",
                String.join(",", hosts));
    }

    private static Map<String, String> pluginAnd(String spark, Map<String, String> settings) {
        var all = new HashMap<>(settings);
        boolean isOfScala212 = spark.endsWith("-2.12")
                || spark.equals("given")
                        && System.getProperty("tiercel.spark.given.scala", "").equals("2.12");
        Path jar = isOfScala212 ? Target.bundleOfScala212() : Target.bundle();
        all.put("spark.jars", jar.toString());
        all.put("spark.plugins", "io.tiercel.spark.TiercelPlugin");
        return all;
    }

    private static void assertRight(ApplicationRun.Answers answers, String spark) {
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
