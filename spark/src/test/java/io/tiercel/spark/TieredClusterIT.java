package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.json.StageSummaries;
import io.tiercel.record.ReadPlace;
import io.tiercel.record.StageSummary;
import io.tiercel.spark.apps.AwaitPages;
import io.tiercel.spark.apps.CountLines;
import io.tiercel.testkit.RunningSparkApp.Outcome;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Real HDFS with an SSD and an HDD volume on each of four nodes, and real executors on them. */
@Order(TieredClusterIT.LATE)
final class TieredClusterIT {
    static final int NODES = 4;

    /** After the classes with clusters of their own, as this one stays up until the last test. */
    static final int LATE = Integer.MAX_VALUE - 10;

    private static final int FILES = 8;
    private static final int BLOCKS_PER_FILE = 5;
    private static final int BLOCK = 4 << 20;
    private static final int LINE = 64;

    @RegisterExtension
    static final SharedCluster<TieredCluster> CLUSTER = shared();

    private static TieredCluster cluster;

    @TempDir
    private Path records;

    /** The cluster of all classes that read shared storage as well. */
    static SharedCluster<TieredCluster> shared() {
        return SharedCluster.of(TieredCluster.class, "tiered", TieredClusterIT::start);
    }

    private static TieredCluster start() throws IOException {
        TieredCluster cluster = TieredCluster.builder()
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
        return cluster;
    }

    @BeforeAll
    static void takeCluster() {
        cluster = CLUSTER.get();
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

    /** Four nodes of one machine: the system property that names an executor's node is part of its cache's directory. */
    @Test
    void sharedStorageIsReadOnceAndThenFromTheCachesOfNodes() throws Exception {
        int objects = 16;
        byte[] lines = ("x".repeat(LINE - 1) + "\n").repeat((2 << 20) / LINE).getBytes(StandardCharsets.US_ASCII);
        try (S3Server server = S3Server.start(records.resolve("objects"), "bucket");
                SharedLink link = SharedLink.to(server.port(), 0)) {
            for (int object = 0; object < objects; object++) {
                server.put("bucket", "lines/" + object, lines);
            }
            SparkApp app = S3Application.of(CountLines.class, link.port())
                    .arguments("s3a://bucket/lines", Integer.toString(objects * lines.length / LINE), "" + NODES);
            SparkApp cached = S3Application.cached(app, records.resolve("caches"));
            run(app);
            long stock = link.gets();
            count("cold", cached);
            long cold = link.gets() - stock;
            assertThat(cold).as("requests of a cold cache").isLessThanOrEqualTo(stock);

            // A node with fewer cached objects than others may take tasks of theirs at the end.
            StageSummary warm = count("warm", cached);
            assertThat(link.gets() - stock - cold)
                    .as("requests of a warm cache, %s", warm.reads())
                    .isLessThan(3 * cold / 4);
            assertThat(warm.reads().possible())
                    .containsEntry(ReadPlace.SSD, warm.reads().launched());

            // Four tasks run at a time, and wait until the input of all the others is in caches.
            Path fresh = records.resolve("fresh");
            run(new SparkApp(
                    AwaitPages.class.getName(),
                    app.classPath(),
                    Stream.concat(app.arguments().stream(), Stream.of(fresh.toString(), "" + 2 * objects))
                            .toList(),
                    S3Application.cached(app, fresh)
                            .conf("spark.tiercel.cache.prefetch", "true")
                            .conf(),
                    app.limit()));
        }
    }

    private static void run(SparkApp app) throws IOException {
        cluster.evictPageCache();
        Outcome outcome = cluster.run(app);
        assertThat(outcome.exitCode()).as("%s", Files.readString(outcome.log())).isZero();
        try (Stream<String> log = Files.lines(outcome.log())) {
            log.filter(text -> text.contains("Tiercel:") || text.startsWith("lines"))
                    .forEach(System.out::println);
        }
    }

    private StageSummary count(String policy) throws IOException {
        return count(
                policy,
                ClassPath.application(CountLines.class)
                        .arguments(
                                cluster.hdfsUri() + "/lines",
                                Long.toString((long) FILES * BLOCKS_PER_FILE * BLOCK / LINE),
                                Integer.toString(NODES))
                        .conf("spark.tiercel.policy", policy)
                        .conf("spark.tiercel.score.unit", "320m"));
    }

    private StageSummary count(String name, SparkApp app) throws IOException {
        Path directory = Files.createDirectories(records.resolve(name));
        run(app.conf("spark.tiercel.record.dir", directory.toString()));
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
