package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.spark.apps.Gate;
import io.tiercel.spark.apps.SumLines;
import io.tiercel.testkit.LiveFiles;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.RunningSparkApp.Outcome;
import io.tiercel.testkit.SharedCluster;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A directory that all nodes have, as if it were mounted on each. */
@Order(TieredClusterIT.LATE + 3)
final class MountedStorageIT {
    private static final int FILES = 16;
    private static final int LINES = 1 << 14;
    private static final int LINE = 64;
    private static final FileTime WRITTEN = FileTime.from(Instant.parse("2026-01-01T00:00:00.123456789Z"));

    @RegisterExtension
    static final SharedCluster<TieredCluster> CLUSTER = TieredClusterIT.shared();

    @TempDir
    private Path directory;

    private Path lines;

    @BeforeEach
    void write() throws Exception {
        lines = Files.createDirectories(directory.resolve("mount/lines"));
        write("a");
    }

    /** Nobody can tell from length and time which bytes a file has: only caches have the earlier ones. */
    private void write(String of) throws Exception {
        byte[] line = (of.repeat(LINE - 1) + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] content = new byte[LINES * LINE];
        for (int at = 0; at < content.length; at += LINE) {
            System.arraycopy(line, 0, content, at, LINE);
        }
        for (int file = 0; file < FILES; file++) {
            Files.write(lines.resolve(Integer.toString(file)), content);
            Files.setLastModifiedTime(lines.resolve(Integer.toString(file)), WRITTEN);
        }
    }

    private static long value(String of) {
        return SumLines.value(of.repeat(LINE - 1));
    }

    private static String sum(String of) {
        return Long.toString(FILES * LINES * value(of));
    }

    private SparkApp cached(SparkApp app) {
        return S3Application.cached(app, directory.resolve("caches"))
                .conf("spark.tiercel.cache.mounts", directory.resolve("mount").toString());
    }

    @Test
    void aSecondRunTakesNoByteFromTheMount() throws Exception {
        SparkApp app = ClassPath.application(SumLines.class).conf("spark.cores.max", "1");
        try (RunningSparkApp running = CLUSTER.get()
                .submit(cached(app).arguments("file:" + lines, "1", directory.toString(), "cold", "warm"))) {
            Gate gate = new Gate(directory);
            assertThat(gate.awaitReached("cold", running::alive))
                    .as("%s", text(running))
                    .isTrue();
            gate.open("cold");
            assertThat(gate.awaitReached("warm", running::alive))
                    .as("%s", text(running))
                    .isTrue();
            assertThat(directory.resolve("cold")).hasContent(sum("a"));
            awaitPages();
            write("b");
            gate.open("warm");
            assertThat(running.await().exitCode()).as("%s", text(running)).isZero();
        }
        assertThat(directory.resolve("warm")).hasContent(sum("a"));

        Path stock = Files.createDirectories(directory.resolve("stock"));
        new Gate(stock).open("warm");
        Outcome outcome = CLUSTER.get().run(app.arguments("file:" + lines, "1", stock.toString(), "warm"));
        assertThat(outcome.exitCode()).as("%s", Files.readString(outcome.log())).isZero();
        assertThat(stock.resolve("warm")).as("without a cache").hasContent(sum("b"));
    }

    /** A page is written after its reader has it. */
    private void awaitPages() {
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() ->
                        assertThat(LiveFiles.pages(directory.resolve("caches"))).hasSize(FILES * LINES * LINE >> 20));
    }

    private static String text(RunningSparkApp app) throws Exception {
        return Files.readString(app.log());
    }

    @Test
    void tasksGoWhereTheirFilesAreCached() throws Exception {
        SparkApp app = cached(ClassPath.application(SumLines.class));
        assertThat(run(app, "cold")).isEqualTo(sum("a"));
        awaitPages();
        write("b");
        String warm = run(app, "warm");
        long cached = LongStream.rangeClosed(0, FILES)
                .filter(files ->
                        warm.equals(Long.toString(LINES * (files * value("a") + (FILES - files) * value("b")))))
                .findFirst()
                .orElseThrow();
        // A node with fewer cached files than others may take tasks of theirs at the end. By chance it would be a
        // quarter.
        assertThat(cached).as("files that came from caches, of %s", FILES).isGreaterThan(FILES / 2);
    }

    private String run(SparkApp app, String round) throws Exception {
        new Gate(directory).open(round);
        Outcome outcome = CLUSTER.get()
                .run(app.arguments("file:" + lines, "" + TieredClusterIT.NODES, directory.toString(), round));
        assertThat(outcome.exitCode()).as("%s", Files.readString(outcome.log())).isZero();
        return Files.readString(directory.resolve(round));
    }
}
