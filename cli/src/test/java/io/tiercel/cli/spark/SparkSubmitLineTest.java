package io.tiercel.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSubmitLineTest {
    private static final Path JAR = Path.of("/tiercel.jar");
    private static final String OURS = "spark.plugins=io.tiercel.spark.TiercelPlugin";

    @TempDir
    private Path conf;

    @Test
    void addsTheJarAndThePlugin() {
        assertThat(withPlugin("--master", "yarn", "--verbose", "app.jar", "in", "out"))
                .containsExactly(
                        "--jars",
                        "/tiercel.jar",
                        "--conf",
                        OURS,
                        "--master",
                        "yarn",
                        "--verbose",
                        "app.jar",
                        "in",
                        "out");
    }

    @Test
    void keepsTheUsersJarsAndPlugins() {
        assertThat(withPlugin(
                        "--jars=a.jar",
                        "--jars",
                        "b.jar, c.jar",
                        "-c",
                        "spark.plugins=x.Y",
                        "--conf",
                        "spark.a=b=c",
                        "app.py"))
                .containsExactly(
                        "--jars",
                        "b.jar,c.jar,/tiercel.jar",
                        "--conf",
                        "spark.plugins=x.Y,io.tiercel.spark.TiercelPlugin",
                        "--conf",
                        "spark.a=b=c",
                        "app.py");
    }

    @Test
    void leavesTheApplicationsArgumentsAlone() {
        assertThat(withPlugin("app.jar", "--jars", "mine", "--", "--conf", "spark.plugins=z", "--help"))
                .containsExactly(
                        "--jars",
                        "/tiercel.jar",
                        "--conf",
                        OURS,
                        "app.jar",
                        "--jars",
                        "mine",
                        "--",
                        "--conf",
                        "spark.plugins=z",
                        "--help");
    }

    @Test
    void keepsWhatSparkDefaultsSay() throws IOException {
        Files.writeString(
                conf.resolve("spark-defaults.conf"), "# cluster\nspark.plugins   x.Y\nspark.jars=/opt/z.jar\n");

        assertThat(withPlugin("app.jar"))
                .containsExactly(
                        "--jars",
                        "/opt/z.jar,/tiercel.jar",
                        "--conf",
                        "spark.plugins=x.Y,io.tiercel.spark.TiercelPlugin",
                        "app.jar");
    }

    @Test
    void readsPropertiesFilesInSparksOrder() throws IOException {
        Files.writeString(conf.resolve("spark-defaults.conf"), "spark.plugins default.P\nspark.jars default.jar\n");
        String base = Files.writeString(conf.resolve("base"), "spark.plugins base.P\n")
                .toString();
        String extra = Files.writeString(conf.resolve("extra"), "spark.plugins extra.P\n")
                .toString();

        assertThat(withPlugin("--properties-file", base, "app.jar"))
                .containsSubsequence(
                        "--jars", "/tiercel.jar", "--conf", "spark.plugins=base.P,io.tiercel.spark.TiercelPlugin");
        assertThat(withPlugin("--properties-file", base, "--load-spark-defaults", "app.jar"))
                .containsSubsequence("default.jar,/tiercel.jar", "spark.plugins=base.P,io.tiercel.spark.TiercelPlugin");
        assertThat(withPlugin("--properties-file", base, "--extra-properties-file", extra, "app.jar"))
                .contains("spark.plugins=extra.P,io.tiercel.spark.TiercelPlugin");
    }

    @Test
    void addsNothingTwice() {
        assertThat(withPlugin("--jars", "/tiercel.jar", "--conf", OURS, "app.jar"))
                .containsExactly("--jars", "/tiercel.jar", "--conf", OURS, "app.jar");
    }

    @Test
    void leavesWhatItDoesNotKnowToSparkSubmit() {
        assertThat(withPlugin("--later-option", "x", "--jars", "a.jar"))
                .containsExactly("--jars", "/tiercel.jar", "--conf", OURS, "--later-option", "x", "--jars", "a.jar");
    }

    private List<String> withPlugin(String... arguments) {
        return new SparkSubmitLine(List.of(arguments), conf.resolve("spark-defaults.conf")).withPlugin(JAR);
    }
}
