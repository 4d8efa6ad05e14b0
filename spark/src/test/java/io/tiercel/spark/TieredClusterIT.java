package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.json.StageSummaries;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.spark.apps.CountLines;
import io.tiercel.testkit.RunningSparkApp.Outcome;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real HDFS with an SSD and an HDD volume on each of four nodes, and real executors on them. */
final class TieredClusterIT {
    private static final int NODES = 4;
    private static final int FILES = 8;
    private static final int BLOCKS_PER_FILE = 5;
    private static final int BLOCK = 4 << 20;
    private static final int LINE = 64;

    private static TieredCluster cluster;

    @TempDir
    private Path records;

    @BeforeAll
    static void start() throws IOException {
        cluster = TieredCluster.builder()
                .nodes(NODES)
                .racks(2)
                .slotsPerNode(1)
                .replication(3)
                .blockSize(BLOCK)
                .ssdBytesPerSecond(40L << 20)
                .hddBytesPerSecond(16L << 20)
                .start();
        byte[] line = ("x".repeat(LINE - 1) + "\n").getBytes(StandardCharsets.US_ASCII);
        for (int file = 0; file < FILES; file++) {
            FileSystem fs = cluster.fileSystemOn(file % NODES);
            try (OutputStream out = fs.create(new org.apache.hadoop.fs.Path("/lines/" + file))) {
                for (int i = 0; i < BLOCKS_PER_FILE * BLOCK / LINE; i++) {
                    out.write(line);
                }
            }
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void tridentReadsFromTheFastestTier() throws IOException {
        StageSummary trident = count("trident");
        assertThat(trident.reads().launched()).isEqualTo(FILES * BLOCKS_PER_FILE);
        assertThat(trident.reads().possible()).containsEntry(ReadPlace.SSD, FILES * BLOCKS_PER_FILE);
        // Blind to tiers it would be a third. How near to all of them depends on the pace of this machine: see the
        // demo.
        assertThat(trident.reads().bestHits()).isGreaterThan(FILES * BLOCKS_PER_FILE * 2 / 3);
    }

    @Test
    @Tag("slow")
    void everyPolicyEndsWithTheSameResult() throws IOException {
        for (String policy : List.of("stock", "quartet", "h-scheduler", "tiercel")) {
            StageSummary summary = count(policy);
            assertThat(summary.policy()).isEqualTo(policy);
            assertThat(summary.reads().launched()).isEqualTo(FILES * BLOCKS_PER_FILE);
        }
    }

    private StageSummary count(String policy) throws IOException {
        cluster.evictPageCache();
        Path directory = Files.createDirectories(records.resolve(policy));
        Outcome outcome = cluster.run(ClassPath.application(CountLines.class)
                .arguments(
                        cluster.hdfsUri() + "/lines",
                        Long.toString((long) FILES * BLOCKS_PER_FILE * BLOCK / LINE),
                        Integer.toString(NODES))
                .conf("spark.tiercel.policy", policy)
                .conf("spark.tiercel.score.unit", "320m")
                .conf("spark.tiercel.record.dir", directory.toString()));
        assertThat(outcome.exitCode()).as("%s", Files.readString(outcome.log())).isZero();
        try (Stream<String> log = Files.lines(outcome.log())) {
            log.filter(text -> text.contains("Tiercel:") || text.startsWith("lines"))
                    .forEach(System.out::println);
        }
        try (Stream<Path> files = Files.list(directory)) {
            Path stages = files.filter(file -> file.getFileName().toString().startsWith("stages-"))
                    .findFirst()
                    .orElseThrow();
            List<String> lines = Files.readAllLines(stages);
            assertThat(lines).hasSize(1);
            return StageSummaries.parse(lines.get(0));
        } catch (io.tiercel.json.MalformedRecordException e) {
            throw new AssertionError(e);
        }
    }
}
