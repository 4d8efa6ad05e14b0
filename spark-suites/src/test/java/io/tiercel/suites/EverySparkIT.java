package io.tiercel.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two jars of one source, for Scala 2.12 and 2.13, run on every Spark from 3.5 on, switched on by one line and nothing else. On clusters with
 * a HDFS: {@link VersionMatrixIT}.
 */
final class EverySparkIT {
    private static final String HOST = "127.0.0.1";

    @TempDir
    private Path directory;

    private TieredInput input;

    @BeforeEach
    void writeInput() throws IOException {
        input = TieredInput.in(directory);
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("io.tiercel.suites.SparkVersion#names")
    void runsInOneProcess(String spark) {
        runs(spark, "local[2]");
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("io.tiercel.suites.SparkVersion#names")
    void runsWithExecutors(String spark) {
        runs(spark, "local-cluster[2,1,1024]");
    }

    /** For .ci/check-spark. */
    @ParameterizedTest
    @EnabledIfSystemProperty(named = "tiercel.spark.given", matches = ".+")
    @ValueSource(strings = {"local[2]", "local-cluster[2,1,1024]"})
    void theGivenRuns(String master) {
        runs("given", master);
    }

    /** A jar of another version, or half of one: the plugin is there, its scheduler is not. */
    @Test
    void anApplicationRunsWithoutOurSchedulersClass() throws IOException {
        Path half = directory.resolve("half.jar");
        without("org/apache/spark/scheduler/TiercelTaskSchedulerImpl.class", half);
        var spark = new SparkVersion("4.2");
        var settings = TieredInput.settings(spark, List.of(HOST));
        settings.put("spark.jars", half.toString());

        var answers = input.application(spark).on("local[2]", settings);

        assertThat(answers.answers())
                .containsEntry("scheduler", "org.apache.spark.scheduler.TaskSchedulerImpl")
                .containsEntry("text", ReadingInput.SUM);
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

    private void runs(String name, String master) {
        var spark = new SparkVersion(name);

        var answers = input.application(spark).on(master, TieredInput.settings(spark, List.of(HOST)));

        ReadingInput.assertAnswered(answers, spark.exact(), 0);
    }
}
