package io.tiercel.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.CommandRun;
import io.tiercel.cli.FakeSpark;
import io.tiercel.cli.spark.DoctorFinding.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorCommandTest {
    @TempDir
    private Path directory;

    @Test
    void withoutASparkItSaysSoAndWhatToDo() {
        CommandRun run = CommandRun.in(Map.of(), "doctor");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.outLines()).hasSize(3);
        assertThat(run.outLines().get(0)).startsWith("MISSING  SPARK_HOME: expected ");
        assertThat(run.outLines().get(1)).contains("set SPARK_HOME");
        assertThat(run.outLines().get(2)).isEqualTo("This cannot be served yet: 1 missing.");
    }

    @ParameterizedTest
    @CsvSource({
        "spark-core_2.13-4.2.0.jar, OK",
        "spark-core_2.13-4.1.1.jar, OK",
        "spark-core_2.13-4.3.0-SNAPSHOT.jar, NOTE",
        "spark-core_2.13-4.0.1.jar, MISSING",
        "spark-core_2.12-3.5.8.jar, MISSING",
        "other.jar, MISSING",
    })
    void knowsWhichSparkCanBeServed(String jar, Level level) throws IOException {
        List<DoctorFinding> findings = examine(FakeSpark.in(directory).jar(jar).submit("true"), Map.of());

        assertThat(findings.get(0).level()).as(findings.get(0).text()).isEqualTo(level);
        assertThat(findings.get(0).fix().isEmpty()).isEqualTo(level == Level.OK);
    }

    @ParameterizedTest
    @CsvSource({"17.0.9, OK", "21, OK", "11.0.2, MISSING", "1.8.0_392, MISSING"})
    void knowsWhichJavaIsEnough(String version, Level level) throws IOException {
        Path java = Files.createDirectory(directory.resolve("java"));
        Files.writeString(java.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");

        assertThat(examine(spark42(), Map.of("JAVA_HOME", java.toString())))
                .filteredOn(finding -> finding.text().startsWith("Java "))
                .singleElement()
                .extracting(DoctorFinding::level)
                .isEqualTo(level);
    }

    @Test
    void tellsWhatInTheDefaultsMayCollide() throws IOException {
        FakeSpark spark = spark42().defaults("spark.plugins=x.Y\nspark.locality.wait 0s\nspark.master custom://h\n");

        assertThat(examine(spark, Map.of()).stream().map(DoctorFinding::lines))
                .anyMatch(line -> line.startsWith("note     other plugins in ") && line.contains("x.Y"))
                .anyMatch(line -> line.startsWith("note     spark.locality.wait is 0s"))
                .anyMatch(line -> line.startsWith("MISSING  master custom://h"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "yarn | OK",
                "local | OK",
                "local[*] | OK",
                "local-cluster[2,1,1024] | OK",
                "spark://a:7077,b:7077 | OK",
                "k8s://https://h | NOTE",
                "mesos://h | MISSING"
            })
    void knowsTheMasters(String master, Level level) throws IOException {
        assertThat(SparkCheck.of(SparkHome.of(spark42().environment()), Optional.of(master), Map.of()))
                .last()
                .extracting(DoctorFinding::level)
                .isEqualTo(level);
    }

    @Test
    void readsWhatTheProbeWrites() {
        assertThat(HdfsCheck.finding("ok\tfine")).contains(DoctorFinding.ok("fine"));
        assertThat(HdfsCheck.finding("missing\tno tiers\tset some"))
                .contains(DoctorFinding.missing("no tiers", "set some"));
        assertThat(HdfsCheck.finding("log4j: whatever")).isEmpty();
    }

    private FakeSpark spark42() throws IOException {
        return FakeSpark.in(directory).jar("spark-core_2.13-4.2.0.jar").submit("true");
    }

    private static List<DoctorFinding> examine(FakeSpark spark, Map<String, String> environment) {
        return SparkCheck.of(SparkHome.of(spark.environment()), Optional.empty(), environment);
    }
}
