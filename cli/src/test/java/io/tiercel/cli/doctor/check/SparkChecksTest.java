package io.tiercel.cli.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.FakeSpark;
import io.tiercel.cli.spark.SparkHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparkChecksTest {
    @TempDir
    private Path directory;

    private FakeSpark spark(String jar) throws IOException {
        return FakeSpark.in(directory).jar(jar).submit("true");
    }

    private FakeSpark spark42() throws IOException {
        return spark("spark-core_2.13-4.2.0.jar");
    }

    private FakeEvidence defaults(String text) throws IOException {
        return new FakeEvidence().spark(spark42().defaults(text));
    }

    @ParameterizedTest
    @CsvSource({
        "spark-core_2.13-4.2.0.jar, OK Spark 4.2.0 (Scala 2.13)",
        "spark-core_2.13-4.1.1.jar, OK Spark 4.1.1 (Scala 2.13)",
        "spark-core_2.13-4.0.4.jar, OK Spark 4.0.4 (Scala 2.13)",
        "spark-core_2.13-3.5.9.jar, OK Spark 3.5.9 (Scala 2.13)",
        "spark-core_2.12-3.5.9.jar, OK Spark 3.5.9 (Scala 2.12)",
        "spark-core_2.13-4.3.0-SNAPSHOT.jar, WARNING Spark 4.3.0-SNAPSHOT (Scala 2.13)",
        "spark-core_2.13-5.0.0.jar, WARNING Spark 5.0.0 (Scala 2.13)",
        "spark-core_2.12-3.4.4.jar, ERROR Spark 3.4.4 (Scala 2.12)",
        "spark-core_2.11-2.4.8.jar, ERROR Spark 2.4.8 (Scala 2.11)",
        "other.jar, ERROR no spark-core jar in ",
    })
    void knowsWhichSparkIsServed(String jar, String found) throws IOException {
        assertThat(new FakeEvidence().spark(spark(jar)).found(new SparkVersionCheck()))
                .first()
                .asString()
                .startsWith(found);
    }

    /** Whether or not the jar is there: its name says which one fits. */
    @ParameterizedTest
    @CsvSource({
        "spark-core_2.12-3.5.9.jar, tiercel-spark_2.12-",
        "spark-core_2.13-3.5.9.jar, tiercel-spark-",
        "spark-core_2.13-4.2.0.jar, tiercel-spark-",
    })
    void namesTheJarThatFits(String jar, String fitting) throws IOException {
        assertThat(new FakeEvidence().spark(spark(jar)).found(new SparkVersionCheck()))
                .element(1)
                .asString()
                .contains("the jar for it", fitting);
    }

    @Test
    void aSparkWithoutSubmitIsAHint() throws IOException {
        FakeSpark spark = FakeSpark.in(directory).jar("spark-core_2.13-4.2.0.jar");

        assertThat(new FakeEvidence().spark(spark).found(new SparkVersionCheck()))
                .last()
                .asString()
                .startsWith("HINT no bin/spark-submit in ");
    }

    @ParameterizedTest
    @CsvSource({
        "17.0.9, OK Java 17",
        "21, OK Java 21",
        "11.0.2, ERROR Java 11",
        "1.8.0_392, ERROR Java 8",
        "x, UNCHECKED cannot tell the version"
    })
    void knowsWhichJavaIsEnough(String version, String found) throws IOException {
        Path java = Files.createDirectory(directory.resolve("java"));
        Files.writeString(java.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");

        assertThat(new FakeEvidence()
                        .spark(spark42())
                        .environment("JAVA_HOME", java.toString())
                        .found(new JavaCheck()))
                .singleElement()
                .asString()
                .startsWith(found);
    }

    @Test
    void aPluginWithItsJarIsFine() throws IOException {
        assertThat(defaults("spark.plugins=" + SparkHome.PLUGIN + "\nspark.jars=/x/tiercel-spark-1.jar\n")
                        .found(new SparkPluginCheck()))
                .singleElement()
                .asString()
                .startsWith("OK switched on for all applications by ");
        assertThat(new FakeEvidence().found(new SparkPluginCheck())).isEmpty();
    }

    @Test
    void aPluginWithoutItsJarKeepsApplicationsFromStarting() throws IOException {
        assertThat(defaults("spark.plugins=" + SparkHome.PLUGIN + "\n").found(new SparkPluginCheck()))
                .last()
                .asString()
                .startsWith("WARNING spark.plugins names Tiercel")
                .contains("-> set spark.jars to the path of tiercel-spark-VERSION.jar");
    }

    /** It may hold the jar. */
    @Test
    void aDirectoryOnTheClassPathIsBelieved() throws IOException {
        assertThat(defaults("spark.plugins=" + SparkHome.PLUGIN + "\nspark.driver.extraClassPath=/a:/opt/jars/*\n")
                        .found(new SparkPluginCheck()))
                .noneMatch(line -> line.startsWith("WARNING"));
    }

    @Test
    void aJarForAnotherScalaIsAnError() throws IOException {
        assertThat(defaults("spark.jars=/x/tiercel-spark_2.12-1.jar\n").found(new SparkPluginCheck()))
                .last()
                .asString()
                .startsWith("ERROR /x/tiercel-spark_2.12-1.jar is made for Scala 2.12, this Spark has Scala 2.13")
                .endsWith("-> replace it by tiercel-spark-VERSION.jar");
    }

    @Test
    void aJarForAnotherScalaIsFoundAmongSparksOwn() throws IOException {
        FakeSpark spark = spark("spark-core_2.12-3.5.9.jar").jar("tiercel-spark-1.jar");

        assertThat(new FakeEvidence().spark(spark).found(new SparkPluginCheck()))
                .last()
                .asString()
                .startsWith("ERROR ")
                .contains("tiercel-spark-1.jar is made for Scala 2.13, this Spark has Scala 2.12");
    }

    @ParameterizedTest
    @CsvSource({
        "spark.tiercel.enabled=false, HINT spark.tiercel.enabled is false",
        "spark.tiercel.policy=stock, HINT spark.tiercel.policy is stock",
        "spark.tiercel.prefetch=cost, WARNING spark.tiercel.prefetch is set",
        "'spark.plugins=x.Y,io.tiercel.spark.TiercelPlugin', HINT other plugins"
    })
    void tellsWhatInTheDefaultsKeepsItFromWorking(String line, String found) throws IOException {
        assertThat(defaults("spark.jars=/x/tiercel-spark-1.jar\nspark.plugins=" + SparkHome.PLUGIN + "\n" + line + "\n")
                        .found(new SparkPluginCheck()))
                .last()
                .asString()
                .startsWith(found);
    }

    @Test
    void aWaitOfZeroHoldsNoSlot() throws IOException {
        assertThat(defaults("spark.locality.wait 0s\n").found(new LocalityWaitCheck()))
                .singleElement()
                .asString()
                .startsWith("HINT spark.locality.wait is 0s");
        assertThat(new FakeEvidence()
                        .spark(FakeSpark.in(directory.resolve("other")))
                        .found(new LocalityWaitCheck()))
                .isEmpty();
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
                "k8s://https://h | HINT",
                "mesos://h | ERROR"
            })
    void knowsTheMasters(String master, String level) throws IOException {
        assertThat(new FakeEvidence().spark(spark42()).master(master).found(new MasterCheck()))
                .singleElement()
                .asString()
                .startsWith(level + " master " + master);
    }

    @Test
    void takesTheMasterOfTheDefaults() throws IOException {
        assertThat(defaults("spark.master custom://h\n").found(new MasterCheck()))
                .singleElement()
                .asString()
                .startsWith("ERROR master custom://h");
    }
}
