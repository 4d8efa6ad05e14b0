package io.tiercel.cli.doctor.check;

import static io.tiercel.cli.doctor.check.FakeEvidence.agent;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.FakeSpark;
import io.tiercel.hdfs.probe.Fact.Kind;
import io.tiercel.hdfs.probe.Fact.Question;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HdfsChecksTest {
    private static FakeEvidence asked() {
        return new FakeEvidence().fact(Kind.CLIENT, "3.4.1").fact(Kind.TARGET, "hdfs://h:8020", "/data");
    }

    private static FakeEvidence reached() {
        return asked().fact(Kind.CONFIGURATION, "file:/conf/core-site.xml").fact(Kind.REACHED);
    }

    /** @param types storage types of the copies */
    private static FakeEvidence sample(int blocks, int severalTiers, String... types) {
        FakeEvidence evidence = reached().fact(Kind.SAMPLE, 3, 0, blocks, severalTiers);
        for (String type : types) {
            evidence.fact(Kind.SAMPLE_TYPE, type);
        }
        return evidence;
    }

    @Test
    void anHdfsThatAnswersIsFine() {
        assertThat(reached().found(new HdfsCheck()))
                .containsExactly(
                        "OK client configuration file:/conf/core-site.xml",
                        "OK reached hdfs://h:8020 with Hadoop client 3.4.1");
        assertThat(new FakeEvidence().found(new HdfsCheck())).isEmpty();
    }

    @Test
    void anHdfsThatDoesNotAnswerIsAnError() {
        assertThat(asked().fact(Kind.FAILED, Question.REACH, "Connection refused")
                        .found(new HdfsCheck()))
                .element(1)
                .asString()
                .startsWith("ERROR hdfs://h:8020 does not answer: Connection refused -> check the address");
        // The process was ended before it said anything.
        assertThat(asked().found(new HdfsCheck()))
                .element(1)
                .asString()
                .startsWith("ERROR hdfs://h:8020 does not answer: not in time");
    }

    @Test
    void aConfigurationThatIsNotThereIsAHint() {
        assertThat(asked().found(new HdfsCheck())).first().asString().startsWith("HINT no core-site.xml");
    }

    @Test
    void withCachesOfSharedStorageThereNeedBeNoHdfs(@TempDir Path directory) throws IOException {
        FakeSpark spark = FakeSpark.in(directory)
                .defaults("spark.plugins io.tiercel.spark.TiercelPlugin\nspark.tiercel.cache.directory /ssd\n");

        assertThat(reached()
                        .fact(Kind.NO_HDFS, "s3a://lake", "S3AFileSystem")
                        .spark(spark)
                        .found(new HdfsCheck()))
                .last()
                .asString()
                .startsWith("OK s3a://lake is no HDFS but S3AFileSystem: caches of shared storage can serve");
    }

    @ParameterizedTest
    @CsvSource({"spark.tiercel.enabled false, ERROR", "spark.tiercel.policy stock, OK"})
    void cachesServeUnlessTiercelIsSwitchedOff(String line, String level, @TempDir Path directory) throws IOException {
        FakeSpark spark = FakeSpark.in(directory)
                .defaults("spark.plugins io.tiercel.spark.TiercelPlugin\nspark.tiercel.cache.directory /ssd\n" + line);

        assertThat(reached()
                        .fact(Kind.NO_HDFS, "s3a://lake", "S3AFileSystem")
                        .spark(spark)
                        .found(new HdfsCheck()))
                .last()
                .asString()
                .startsWith(level + " s3a://lake is no HDFS but S3AFileSystem");
    }

    @Test
    void anotherFileSystemIsAnError() {
        assertThat(reached().fact(Kind.NO_HDFS, "file:///", "LocalFileSystem").found(new HdfsCheck()))
                .last()
                .asString()
                .startsWith("ERROR file:/// is no HDFS but LocalFileSystem");
    }

    @Test
    void whatCouldNotBeLookedAtIsSaid() {
        assertThat(reached()
                        .fact(Kind.FAILED, Question.PATH, "/data: there is none")
                        .found(new HdfsCheck()))
                .last()
                .asString()
                .startsWith("ERROR /data: there is none");
        assertThat(reached()
                        .fact(Kind.FAILED, Question.SAMPLE, "Permission denied")
                        .found(new HdfsCheck()))
                .last()
                .asString()
                .startsWith("UNCHECKED the files below /data could not be looked at: Permission denied");
        assertThat(reached().fact(Kind.FAILED, Question.POLICY, "x").found(new HdfsCheck()))
                .last()
                .asString()
                .startsWith("UNCHECKED the storage policy of /data");
    }

    @ParameterizedTest
    @CsvSource({"3.3.6, OK", "3.4.2, OK", "3.5.0, OK", "3.2.4, WARNING", "2.10.2, WARNING", "3.6.0, WARNING"})
    void knowsWhichHadoopWasTried(String version, String level) {
        assertThat(reached()
                        .fact(Kind.NODE, "u1", "n1", version, "DISK")
                        .fact(Kind.NODES, 1)
                        .found(new HadoopVersionCheck()))
                .singleElement()
                .asString()
                .startsWith(level + " 1 live DataNodes of version " + version);
    }

    @Test
    void withoutDataNodesThereIsNothing() {
        assertThat(reached().fact(Kind.NODES, 0).found(new HadoopVersionCheck()))
                .singleElement()
                .asString()
                .startsWith("ERROR no live DataNode");
    }

    @Test
    void dataNodesThatNobodyMayListAreNotChecked() {
        assertThat(reached()
                        .fact(Kind.FAILED, Question.NODES, "only HDFS' superuser may")
                        .found(new HadoopVersionCheck()))
                .singleElement()
                .asString()
                .startsWith("UNCHECKED DataNodes and their versions were not listed: only HDFS' superuser may ->");
    }

    @Test
    void copiesOnTwoTiersAreFine() {
        assertThat(sample(7, 5, "DISK", "SSD").fact(Kind.POLICY, "ONE_SSD").found(new TiersCheck()))
                .containsExactly(
                        "OK storage policy of /data: ONE_SSD",
                        "OK 7 blocks below /data: 5 with copies on several tiers; tiers SSD, HDD (storage types DISK, SSD)");
    }

    @Test
    void oneTierIsAnErrorUnlessThereIsMemory() {
        assertThat(sample(7, 0, "DISK").found(new TiersCheck()))
                .singleElement()
                .asString()
                .startsWith("ERROR 7 blocks below /data: 0 with copies on several tiers; tiers HDD")
                .contains("-> name the SSD volumes", "-setStoragePolicy -path /data -policy ONE_SSD");
        assertThat(sample(7, 0, "DISK").agents(agent("n1").setBudgetBytes(1)).found(new TiersCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING ")
                .contains("memory is the only other tier");
        assertThat(sample(7, 0, "DISK").agents(agent("n1")).found(new TiersCheck()))
                .singleElement()
                .asString()
                .startsWith("ERROR ");
    }

    @Test
    void volumesThatAreThereNeedNoNaming() {
        assertThat(sample(7, 0, "DISK")
                        .fact(Kind.NODE, "u1", "n1", "3.5.0", "DISK,SSD")
                        .found(new TiersCheck()))
                .singleElement()
                .asString()
                .contains("-> 'hdfs storagepolicies")
                .doesNotContain("name the SSD volumes");
    }

    @Test
    void tiersOfDifferentBlocksLeaveNoChoice() {
        assertThat(sample(7, 0, "DISK", "SSD").found(new TiersCheck()))
                .singleElement()
                .asString()
                .startsWith("WARNING ")
                .contains("no task can choose", "-> 'hdfs storagepolicies");
    }

    @Test
    void filesThatTellNothingAreSaid() {
        assertThat(reached().fact(Kind.SAMPLE, 2, 2, 0, 0).found(new TiersCheck()))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("HINT 2 of 2 files below /data are erasure-coded"),
                        second -> assertThat(second).startsWith("UNCHECKED no blocks with replicas below /data"));
        assertThat(sample(7, 5, "DISK", "SSD", "PAPER").found(new TiersCheck()))
                .first()
                .asString()
                .startsWith("WARNING storage types that Tiercel does not know: PAPER");
    }

    @Test
    void oneRackIsAHint() {
        FakeEvidence one = sample(7, 5, "DISK").fact(Kind.SAMPLE_RACK, "/r1");

        assertThat(one.found(new RacksCheck())).singleElement().asString().startsWith("HINT one rack only: /r1");
        assertThat(one.fact(Kind.SAMPLE_RACK, "/r2").found(new RacksCheck())).containsExactly("OK 2 racks: /r1, /r2");
    }
}
