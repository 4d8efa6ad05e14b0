package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two jars of one source, for Scala 2.12 and 2.13, run on every Spark from 3.5 on, switched on by one line and nothing else. */
final class EverySparkIT {
    @TempDir
    private Path directory;

    private ReadingRuns runs;

    @BeforeEach
    void writeInput() throws IOException {
        runs = ReadingRuns.in(directory);
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
        var settings = ReadingRuns.pluginAnd("4.2", ReadingRuns.tiers(List.of("127.0.0.1")));
        settings.put("spark.jars", half.toString());

        var answers = runs.application(ReadingRuns.home("4.2")).on("local[2]", settings);

        assertThat(answers.answers())
                .containsEntry("scheduler", "org.apache.spark.scheduler.TaskSchedulerImpl")
                .containsEntry("text", ReadingRuns.SUM);
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
        var answers = runs.application(ReadingRuns.home(spark))
                .on(master, ReadingRuns.pluginAnd(spark, ReadingRuns.tiers(List.of("127.0.0.1"))));

        ReadingRuns.assertRight(answers, spark);
    }

    private void readsFromTheFastestTier(String spark) throws IOException {
        var hosts = List.of("127.0.0.2", "127.0.0.3");
        Path home = ReadingRuns.home(spark);
        Path records = Files.createDirectory(directory.resolve("records"));

        ApplicationRun.Answers answers;
        try (var cluster = StandaloneCluster.start(home, directory, hosts)) {
            var settings = ReadingRuns.pluginAnd(spark, ReadingRuns.tiers(hosts));
            settings.putAll(Map.of(
                    "spark.tiercel.policy", "trident",
                    "spark.tiercel.record.dir", records.toString(),
                    "spark.executor.memory", "512m",
                    "spark.scheduler.minRegisteredResourcesRatio", "1.0"));
            answers = runs.application(home).on(cluster.master(), settings);
        }

        ReadingRuns.assertRight(answers, spark);
        assertThat(ReadingRuns.summaries(records))
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
}
