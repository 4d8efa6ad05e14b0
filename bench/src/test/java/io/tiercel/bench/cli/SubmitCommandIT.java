package io.tiercel.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.CommandRun;
import io.tiercel.cli.FakeSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the jar that the build has made. */
class SubmitCommandIT {
    @TempDir
    private Path directory;

    @Test
    void handsOnEveryArgumentAndTheExitCode() throws IOException {
        Path seen = directory.resolve("seen");
        FakeSpark spark =
                FakeSpark.in(directory).submit("for a in \"$@\"; do echo \"$a\"; done > '" + seen + "'; exit 42");

        CommandRun run = CommandRun.in(
                spark.environment(),
                "submit",
                "--master",
                "local[2]",
                "--name",
                "two words",
                "app.jar",
                "--",
                "@file",
                "-h",
                "--jars",
                "*");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(42);
        assertThat(Files.readAllLines(seen)).element(1).satisfies(jar -> assertThat(Path.of(jar))
                .isRegularFile());
        assertThat(Files.readAllLines(seen))
                .containsSubsequence(
                        "--jars",
                        "--conf",
                        "spark.plugins=io.tiercel.spark.TiercelPlugin",
                        "--master",
                        "local[2]",
                        "--name",
                        "two words",
                        "app.jar",
                        "--",
                        "@file",
                        "-h",
                        "--jars",
                        "*");
    }

    @Test
    void helpAtTheFrontIsOurs() {
        CommandRun run = CommandRun.of("submit", "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("spark-submit");
    }

    @Test
    void aSparkWithoutSparkSubmitIsOneLine() throws IOException {
        CommandRun run = CommandRun.in(FakeSpark.in(directory).environment(), "submit", "app.jar");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines())
                .containsExactly("tiercel submit: SPARK_HOME: expected an executable bin/spark-submit in "
                        + directory.resolve("spark") + ", there is none");
    }
}
