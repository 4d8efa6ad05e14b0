package io.tiercel.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdOutputStream;
import io.tiercel.cli.CommandRun;
import io.tiercel.cli.sim.SnappyChunksTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.SnappyOutputStream;

/** On logs whose gains are worked out by hand, and on that of a real run. */
class AdviseCommandTest {
    @TempDir
    private Path directory;

    /** Two tasks wait for 2 of 4 s and for 6 of 8 s: without waits the stage ends after 2 s in place of 8. */
    private void writeEtl() throws IOException {
        new LogBuilder("nightly etl", "app-1", "\"spark.master\":\"yarn\",\"spark.plugins\":\"com.example.Audit\"")
                .scan(3, "InMemoryFileIndex(1 paths)[hdfs://nn:8020/sales]", 7)
                .job(0, 0, "\"spark.sql.execution.id\":\"3\"")
                .task(0, "node-1", "NODE_LOCAL", 0, 4_000, 2_000, 100_000_000)
                .task(0, "node-2", "ANY", 0, 8_000, 2_000, 100_000_000)
                .stage(0, "MapPartitionsRDD", 7)
                .end(10_000)
                .write(directory.resolve("app-1"));
    }

    /** The second task waits for 2 s. */
    private void writeEvents() throws IOException {
        new LogBuilder("events", "app-2", "\"spark.master\":\"yarn\"")
                .job(0, 0, "")
                .task(0, "node-1", "ANY", 0, 1_000, 1_000, 1_000)
                .task(0, "node-1", "ANY", 1_000, 5_000, 2_000, 1_000)
                .stage(0, "s3a://bucket/events", 1)
                .end(5_000)
                .write(directory.resolve("app-2"));
    }

    private void writeSolver() throws IOException {
        new LogBuilder("solver", "app-3", "\"spark.master\":\"yarn\"")
                .task(0, "node-1", "ANY", 0, 9_000, 8_990, 1_000)
                .stage(0, "/sales", 1)
                .end(10_000)
                .write(directory.resolve("app-3"));
    }

    private CommandRun advise(String... options) {
        String[] arguments = Arrays.copyOf(new String[] {"advise", directory.toString()}, 2 + options.length);
        System.arraycopy(options, 0, arguments, 2, options.length);
        return CommandRun.of(arguments);
    }

    @Test
    void whoGainsFromWhatAndByWhichLines() throws IOException {
        writeEtl();
        writeEvents();
        writeSolver();

        CommandRun run = advise();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.outLines())
                .startsWith(
                        "3 applications ran for 25.0 s in all. At least 0 s and at most 8.01 s (0-32%) could have been saved.",
                        "2 of them could gain 1% or more.")
                .allSatisfy(line -> assertThat(line)
                        .satisfiesAnyOf(any -> assertThat(any).hasSizeLessThanOrEqualTo(100), any -> assertThat(any)
                                .contains("spark.", "$ tiercel")))
                .containsSubsequence(
                        "  solver (app-3): bound by the processor: tasks that read waited for 0% of their time",
                        "nightly etl (app-1): at least 0 s, at most 6.00 s of 10.0 s",
                        "  placement: at least 0 s, at most 6.00 s. 50% of its reading tasks ran away from their input.",
                        "      spark.plugins=com.example.Audit,io.tiercel.spark.TiercelPlugin",
                        "      spark.plugins=com.example.Audit,io.tiercel.spark.TiercelPlugin",
                        "      spark.tiercel.coordinator=nn:7411",
                        "      spark.tiercel.job=nightly-etl",
                        "      $ tiercel prefetch --wait --coordinator nn:7411 --job nightly-etl hdfs://nn:8020/sales",
                        "events (app-2): at least 0 s, at most 2.00 s of 5.00 s",
                        "      spark.plugins=io.tiercel.spark.TiercelPlugin",
                        "      spark.tiercel.cache.directory=/mnt/ssd/tiercel",
                        "  hdfs://nn:8020/sales (2 applications)");
        assertThat(run.outLines().get(4).split("\\s{2,}"))
                .containsExactly("nightly etl", "10.0", "191 MiB", "0-6.00", "0-6.00", "-", "-", "0-60%");
    }

    /** At least is what a disk of 160 MB/s and memory of 3.2 GB/s differ by, alone and shared; see the defaults. */
    @Test
    void statedTiersGiveALowerBound() throws IOException {
        new LogBuilder("etl", "app-1", "\"spark.master\":\"yarn\"")
                .task(0, "node-1", "NODE_LOCAL", 0, 0, 0, 0)
                .task(0, "node-2", "NODE_LOCAL", 0, 0, 0, 0)
                .task(0, "node-1", "NODE_LOCAL", 0, 4_000, 2_000, 100_000_000)
                .task(0, "node-2", "ANY", 0, 8_000, 2_000, 100_000_000)
                .stage(0, "hdfs://nn:8020/sales", 7)
                .end(10_000)
                .write(directory.resolve("app-1"));

        JsonNode memory = json(advise("--json", "--tiers", "hdd=100"))
                .path("applications")
                .path(0)
                .path("means")
                .path("memory");

        // node-2 read over a link of 125 MB/s: 0.8 s less 0.03125 s. It ends last in either case.
        assertThat(memory.path("atLeastSeconds").asDouble()).isBetween(0.768, 0.769);
        assertThat(memory.path("atMostSeconds").asDouble()).isEqualTo(6);
    }

    private static JsonNode json(CommandRun run) throws IOException {
        assertThat(run.exitCode()).as(run.err()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void jsonHasTheSame() throws IOException {
        writeEtl();
        writeEvents();

        JsonNode advice = json(advise("--json"));

        assertThat(advice.path("totals").path("atMostSeconds").asDouble()).isEqualTo(8);
        assertThat(advice.path("applications")).hasSize(2);
        JsonNode first = advice.path("applications").path(0);
        assertThat(first.path("name").asText()).isEqualTo("nightly etl");
        assertThat(first.path("inputs").path(0).asText()).isEqualTo("hdfs://nn:8020/sales");
        assertThat(first.path("steps").path(0).path("configuration").path(0).asText())
                .isEqualTo("spark.plugins=com.example.Audit,io.tiercel.spark.TiercelPlugin");
    }

    @Test
    void thePageHasAllOfThem() throws IOException {
        writeEtl();
        writeEvents();
        writeSolver();
        Path page = directory.resolve("report.html");

        CommandRun run = advise("--html", page.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("Written: " + page);
        assertThat(Files.readString(page))
                .contains("\"kind\":\"BARS\"", "nightly etl (app-1)", "events (app-2)", "solver (app-3): bound by")
                .contains("spark.tiercel.coordinator=nn:7411", "section.code")
                .doesNotContain("{{", "src=\"http");
    }

    /** The log of a real run: 1.82 s of its first stage's waits and 0.38 s of its last one's may have held it up. */
    @Test
    void aRealLogIsRead() throws IOException {
        Files.write(directory.resolve("words"), words());

        CommandRun run = advise();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.outLines().get(4).split("\\s{2,}"))
                .containsExactly("words", "27.4", "10.9 MiB", "0-2.20", "0-2.20", "0-0.38", "0-2.20", "0-8%");
        assertThat(run.out()).contains("The log does not name the input of 2 of 2 reading stages");
    }

    private static byte[] words() throws IOException {
        return log("event-logs/words");
    }

    private static byte[] log(String name) throws IOException {
        try (InputStream in = AdviseCommandTest.class.getResourceAsStream("/io/tiercel/cli/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the log is not there");
            }
            return in.readAllBytes();
        }
    }

    /** Spark 3.5 has written and compressed them. */
    @Test
    void logsOfSpark35AreReadInEachOfItsCodecs() throws IOException {
        List<String> names = List.of("words", "words.lz4", "words.snappy", "words.zstd");
        for (String name : names) {
            Files.write(directory.resolve(name), log("event-logs-3.5/" + name));
        }

        JsonNode applications = json(advise("--json")).path("applications");

        assertThat(applications).hasSize(names.size()).allSatisfy(each -> {
            assertThat(each.path("sparkVersion").asText()).isEqualTo("3.5.9");
            assertThat(each.path("complete").asBoolean()).isTrue();
            assertThat(each.path("inputs")).hasSize(1);
            assertThat(each.path("inputs").path(0).asText()).isEqualTo("file:/data/words");
            assertThat(each.path("inputBytes").asLong())
                    .isEqualTo(applications.path(0).path("inputBytes").asLong())
                    .isPositive();
        });
    }

    /** @param properties of Spark's configuration, after the master */
    private void writeScan(String properties, String hadoop, String path) throws IOException {
        new LogBuilder("scan", "app-1", "\"spark.master\":\"yarn\"" + properties, hadoop)
                .task(0, "node-1", "ANY", 0, 4_000, 2_000, 100_000_000)
                .stage(0, path, 7)
                .end(10_000)
                .write(directory.resolve("app-1"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "hdfs://nn.example.org/sales, -, nn.example.org:7411",
                "hdfs://prod/sales, dfs.ha.namenodes.prod, hdfs://prod",
                "hdfs://prod/sales, dfs.ha.namenodes.other, prod:7411",
                "hdfs://nn:9000/sales, -, nn:7411",
                "/sales, -, nn:7411"
            })
    void theCoordinatorIsThatOfTheInput(String path, String key, String coordinator) throws IOException {
        writeScan("", key == null ? "" : ",\"" + key + "\":\"nn1,nn2\"", path);

        CommandRun run = advise();

        assertThat(run.outLines())
                .contains("      spark.tiercel.coordinator=" + coordinator)
                .anyMatch(
                        line -> line.startsWith("      $ tiercel prefetch --wait --coordinator " + coordinator + " "));
        boolean isUnsure = coordinator.equals("prod:7411") || coordinator.startsWith("nn.example.org:");
        assertThat(run.out().contains("is a nameservice")).isEqualTo(isUnsure);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "file:/mnt/nfs/sales | - | /mnt/nfs/sales",
                "file:/mnt/nfs/sales/ | - | /mnt/nfs/sales",
                "file:/mnt/nfs/sales.csv | - | /mnt/nfs",
                "file:/mnt/nfs/2024*/x | - | /mnt/nfs",
                "file:/sales.csv | - | /DIRECTORY",
                "file:/data.d/*.csv | - | /data.d",
                "file:/mnt/nfs/sales | /mnt/nfs,/data | -",
                "file:/mnt/nfs/sales | /data | /data,/mnt/nfs/sales"
            })
    void mountsAreDirectories(String path, String before, String after) throws IOException {
        writeScan(before == null ? "" : ",\"spark.tiercel.cache.mounts\":\"" + before + "\"", "", path);

        List<String> lines = advise().outLines().stream()
                .filter(line -> line.contains("spark.tiercel.cache.mounts="))
                .toList();

        if (after == null) {
            assertThat(lines).isEmpty();
        } else {
            assertThat(lines).containsExactly("      spark.tiercel.cache.mounts=" + after);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "spark.tiercel.policy, stock, stock: Spark places all tasks, spark.tiercel.policy=tiercel",
        "spark.tiercel.enabled, FALSE, false: Tiercel does nothing, spark.tiercel.enabled=true"
    })
    void oneThatRanWithTiercelSwitchedOffIsToldHowToSwitchItOn(String key, String value, String effect, String line)
            throws IOException {
        writeScan(
                ",\"spark.plugins\":\"io.tiercel.spark.TiercelPlugin\",\"" + key + "\":\"" + value + "\"",
                "",
                "hdfs://nn:8020/sales");

        CommandRun run = advise();

        assertThat(run.out())
                .contains("It ran with Tiercel, but " + key + " is " + effect + ".")
                .doesNotContain("what is left", "      spark.plugins=");
        assertThat(run.outLines()).contains("      " + line);
    }

    @Test
    void aKindOfPrefetchingThatIsSetStays() throws IOException {
        writeScan(
                ",\"spark.plugins\":\"io.tiercel.spark.TiercelPlugin\",\"spark.tiercel.prefetch\":\"plan\"",
                "",
                "hdfs://nn:8020/sales");

        assertThat(advise().out()).contains("this is what is left").doesNotContain("spark.tiercel.prefetch=");
    }

    /** Others may write logs too: what is printed is to be pasted into a shell. */
    @Test
    void textOfALogIsNoCommandAndMovesNoCursor() throws IOException {
        new LogBuilder(
                        "a\\u001b[2Jb",
                        "app-1",
                        "\"spark.master\":\"yarn\",\"spark.tiercel.job\":\"x; rm -rf $HOME\","
                                + "\"spark.tiercel.coordinator\":\"$(id):7411\",\"spark.plugins\":\"A\\nspark.evil=1\"")
                .task(0, "node-1", "ANY", 0, 4_000, 2_000, 100_000_000)
                .stage(0, "hdfs://nn:8020/it's", 7)
                .end(10_000)
                .write(directory.resolve("app-1"));

        CommandRun run = advise();

        assertThat(run.out())
                .contains("a\\u001b[2Jb")
                .contains("--coordinator '$(id):7411' --job 'x; rm -rf $HOME' 'hdfs://nn:8020/it'\\''s'")
                .contains("spark.plugins=A\\u000aspark.evil=1,io.tiercel.spark.TiercelPlugin")
                .doesNotContain("\u001b");
    }

    @Test
    void anErrorAboutALogMovesNoCursorEither() throws IOException {
        writeEtl();
        Files.writeString(directory.resolve("b\u001b[2J"), "\u001b[2Jx\n{}\n");

        CommandRun run = advise();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("b\\u001b[2J:1: ", "begins with '\\u001b[2Jx'")
                .doesNotContain("\u001b");
    }

    @Test
    void aPipeIsNoLog() throws IOException, InterruptedException {
        writeEtl();
        Process made = new ProcessBuilder("mkfifo", directory.resolve("pipe").toString()).start();
        assertThat(made.waitFor()).isZero();

        CommandRun run = advise();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines())
                .singleElement()
                .asString()
                .endsWith("pipe: expected a file, found a pipe, a device or a directory");
    }

    /** Each codec has blocks: those before the cut count. */
    @ParameterizedTest
    @EnumSource
    void logsThatAreCutOffCountAsFarAsTheyGo(Codec codec) throws IOException {
        LogBuilder builder = new LogBuilder("etl", "app-1", "\"spark.master\":\"yarn\"");
        for (int task = 0; task < 5_000; task++) {
            builder.task(0, "node-" + task, "NODE_LOCAL", task, task + 2_000, 1_000, 1_000 + 7L * task);
        }
        byte[] plain = Files.readAllBytes(
                builder.stage(0, "hdfs://nn:8020/sales", 1).end(9_000).write(directory.resolve("app-1")));
        Files.delete(directory.resolve("app-1"));
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        try (OutputStream out = codec.compressing.of(whole)) {
            out.write(plain);
        }
        Files.write(directory.resolve("app-1" + codec.ending), Arrays.copyOf(whole.toByteArray(), whole.size() / 2));

        JsonNode application = json(advise("--json")).path("applications").path(0);

        assertThat(application.path("complete").asBoolean()).isFalse();
        assertThat(application.path("nodes").asInt()).isBetween(500, 4_500);
        assertThat(application.path("notes").toString()).contains("The log has no end");
    }

    private enum Codec {
        PLAIN("", out -> out),
        LZ4(".lz4", LZ4BlockOutputStream::new),
        SNAPPY(".snappy", SnappyOutputStream::new),
        ZSTD(".zstd", ZstdOutputStream::new),
        GZIP(".gz", GZIPOutputStream::new);

        private final String ending;
        private final Compressing compressing;

        Codec(String ending, Compressing compressing) {
            this.ending = ending;
            this.compressing = compressing;
        }

        private interface Compressing {
            OutputStream of(OutputStream out) throws IOException;
        }
    }

    /** Nothing of it can be read. */
    @Test
    void logsThatAreCutOffInTheirFirstBlockAreOneLineEach() throws IOException {
        for (String name : List.of("words.lz4", "words.snappy", "words.zstd")) {
            byte[] whole = log("event-logs-3.5/" + name);
            Files.write(directory.resolve(name), Arrays.copyOf(whole, whole.length / 2));
        }

        CommandRun run = advise();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .startsWith("not read: ")
                                .endsWith("words.lz4: Stream ended prematurely"),
                        line -> assertThat(line)
                                .startsWith("not read: ")
                                .endsWith("words.snappy: a chunk of snappy is cut off"),
                        line -> assertThat(line).startsWith("not read: ").contains("words.zstd: expected a line "));
    }

    /** Only sums of a log stay in memory: a thousand logs with 20,000 tasks in all take no more than their advice. */
    @Test
    void aThousandLogs() throws IOException {
        for (int log = 0; log < 1_000; log++) {
            LogBuilder builder = new LogBuilder("app " + log, "app-" + log, "\"spark.master\":\"yarn\"");
            for (int task = 0; task < 20; task++) {
                builder.task(0, "node-" + task, "NODE_LOCAL", 0, 2_000, 1_000, 1_000);
            }
            builder.stage(0, "hdfs://nn:8020/sales", 1).end(5_000).write(directory.resolve("app-" + log));
        }

        CommandRun run = advise();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.outLines().get(0)).startsWith("1000 applications ran for 5000 s in all.");
        assertThat(run.out()).contains("hdfs://nn:8020/sales (1000 applications)", "995 more would gain");
    }

    /** Each of them is one line; the others are answered. */
    @Test
    void logsThatCannotBeReadDoNotStopTheOthers() throws IOException {
        writeEtl();
        byte[] words = words();
        Files.write(directory.resolve("app-4.lzf"), words);
        Files.writeString(directory.resolve("notes.txt"), "no\nlog\n");
        Files.writeString(directory.resolve("app-5.zstd"), "not compressed");
        Files.createDirectories(directory.resolve("eventlog_v2_app-6"));
        Files.createDirectories(directory.resolve("archive"));
        Files.writeString(directory.resolve(".app-1.crc"), "x");
        Files.createDirectories(directory.resolve("eventlog_v2_app-7"));
        int half = new String(words, StandardCharsets.UTF_8).indexOf('\n', words.length / 2) + 1;
        Files.write(directory.resolve("eventlog_v2_app-7/events_1_app-7"), Arrays.copyOf(words, half));
        Files.write(
                directory.resolve("eventlog_v2_app-7/events_2_app-7"), Arrays.copyOfRange(words, half, words.length));
        Path unfinished = directory.resolve("app-8.zstd.inprogress");
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(unfinished))) {
            out.write(Arrays.copyOf(words, words.length / 2));
        }

        CommandRun run = advise();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).hasSize(4).allSatisfy(line -> assertThat(line)
                .startsWith("not read: "));
        assertThat(run.err())
                .contains("app-4.lzf is compressed with lzf; expected zstd, lz4, snappy, gz or")
                .contains("notes.txt:1: expected an event of Spark in JSON: it begins with 'no'")
                .contains("app-5.zstd")
                .contains("eventlog_v2_app-6, found none");
        assertThat(run.outLines().get(0)).startsWith("3 applications ran for ");
        assertThat(run.out()).contains("nightly etl (app-1)", "The log has no end: the application still runs");
    }

    /** A few bytes may name gigabytes: each such log is one line too. */
    @Test
    void damagedLogsTakeNoMoreMemoryThanOthers() throws IOException {
        writeEtl();
        Files.write(directory.resolve("chunk.snappy"), SnappyChunksTest.chunk(Integer.MAX_VALUE, 1, 2, 3, 4, 5, 6));
        Files.write(directory.resolve("text.snappy"), SnappyChunksTest.chunk(6, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0));
        Files.write(directory.resolve("other.snappy"), new byte[26]);
        Files.write(directory.resolve("block.lz4"), lz4(Integer.MAX_VALUE - 8, 64));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve("line.gz")))) {
            byte[] mebibyte = new byte[1 << 20];
            Arrays.fill(mebibyte, (byte) '{');
            for (int i = 0; i < 65; i++) {
                out.write(mebibyte);
            }
        }

        CommandRun run = advise();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.outLines().get(0)).startsWith("1 application ran for 10.0 s in all.");
        assertThat(run.errLines()).hasSize(5).allSatisfy(line -> assertThat(line)
                .startsWith("not read: "));
        assertThat(run.err())
                .contains("chunk.snappy:1: expected a chunk of snappy of at most 67108864 bytes, got one of 2147483647")
                .contains("text.snappy:1: expected a chunk of snappy of at most 67108864 bytes, got one of 2147483647")
                .contains("other.snappy:1: expected snappy with the header of SnappyOutputStream, found none")
                .contains("block.lz4")
                .contains("line.gz:1: expected an event of Spark in at most 67108864 characters, got a longer line");
    }

    /** The header of a compressed block of up to 64 KiB that is said to have these lengths. */
    private static byte[] lz4(int compressed, int plain) {
        return ByteBuffer.allocate(21 + 10)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("LZ4Block".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 0x26)
                .putInt(compressed)
                .putInt(plain)
                .putInt(0)
                .array();
    }

    /** The jobs before are not in it: the advice says so. */
    @Test
    void aCompactedLogIsReadWithANote() throws IOException {
        Path rolling = Files.createDirectories(directory.resolve("eventlog_v2_app-1"));
        writeEtl();
        try (OutputStream out =
                new ZstdOutputStream(Files.newOutputStream(rolling.resolve("events_3_app-1.zstd.compact")))) {
            Files.copy(directory.resolve("app-1"), out);
        }
        Files.move(directory.resolve("app-1"), rolling.resolve("events_3_app-1.zstd"));

        CommandRun run = advise();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.outLines().get(0)).startsWith("1 application ran for 10.0 s in all.");
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("Spark has compacted the log: jobs that had ended are not in it, and do not count.");
    }

    @Test
    void whatIsWrongIsOneLine() throws IOException {
        isMisuse(advise(), "DIRECTORY: expected event logs in " + directory + ", found none");
        writeEtl();
        isMisuse(CommandRun.of("advise", directory + "/none"), "there is no such file or directory");
        isMisuse(CommandRun.of("advise"), "DIRECTORY");
        isMisuse(advise("--tiers", "hdd=50"), "--tiers: expected shares of 100% in all, got 50%");
        isMisuse(advise("--top=-1"), "--top: expected at least 0, got -1");
        isMisuse(advise("--memory", "4x"), "--memory: expected a size, as '4 GiB', got '4x'");
        isMisuse(advise("--network", "1Gbitt"), "--network: expected a rate, as '1 Gbit/s', got '1Gbitt'");
        isMisuse(advise("--bandwidth", "ssd=fast"), "--bandwidth: expected a rate, as '160 MB/s', got 'fast'");
        isMisuse(
                CommandRun.of("advise", "hdfs://namenode:8020/spark-logs"),
                "DIRECTORY: expected a directory on this machine, got hdfs:/namenode:8020/spark-logs");
        Path notes = Files.writeString(directory.resolve("notes.txt"), "no\nlog\n");
        isMisuse(CommandRun.of("advise", notes.toString()), "notes.txt:1: expected an event of Spark in JSON");
        isMisuse(advise("--html", directory.toString()), "--html: expected a file, got the directory");
    }

    private static void isMisuse(CommandRun run, String message) {
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }
}
