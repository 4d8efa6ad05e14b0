package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xerial.snappy.SnappyOutputStream;

/** On the log of a real run of Spark 4.2 on one node, of which only the events and fields that are read are kept: a query and a count over the same file. */
class SimWhatIfTest {
    private static final byte[] LOG = log();

    @TempDir
    private Path directory;

    private static byte[] log() {
        try (InputStream in = SimWhatIfTest.class.getResourceAsStream("event-logs/words")) {
            if (in == null) {
                throw new IllegalStateException("the log is not there");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path write(String name, byte[] bytes) throws IOException {
        Files.createDirectories(directory.resolve(name).getParent());
        return Files.write(directory.resolve(name), bytes);
    }

    private static List<String> table(Path log) {
        CommandRun run = CommandRun.of("sim", "whatif", log.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.outLines().subList(1, 4);
    }

    @Test
    void stagesThatReadAreInTheTable() throws IOException {
        CommandRun run = CommandRun.of("sim", "whatif", write("log", LOG).toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.outLines().get(0)).isEqualTo("words (log): 2 of 4 stages read from storage");
        assertThat(run.outLines().get(2)).startsWith("0 ").contains("5.51 MiB", "100%", "3.64");
        assertThat(run.outLines().get(3)).startsWith("6 count at").contains("5.42 MiB");
        assertThat(run.out())
                .contains("Assumed: input lay 100% on hdd;", "An event log does not tell where blocks lay");
    }

    @Test
    void logsMayBeCompressedOrRolled() throws IOException {
        List<String> plain = table(write("log", LOG));
        Path zstd = directory.resolve("log.zstd");
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(zstd))) {
            out.write(LOG);
        }
        Path lz4 = directory.resolve("log.lz4");
        try (OutputStream out = new LZ4BlockOutputStream(Files.newOutputStream(lz4))) {
            out.write(LOG);
        }
        Path gz = directory.resolve("log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
            out.write(LOG);
        }
        Path snappy = directory.resolve("log.snappy");
        try (OutputStream out = new SnappyOutputStream(Files.newOutputStream(snappy))) {
            out.write(LOG);
        }
        int middle = new String(LOG, java.nio.charset.StandardCharsets.UTF_8).indexOf('\n', LOG.length / 2) + 1;
        write("eventlog_v2_app/events_2_app", Arrays.copyOfRange(LOG, middle, LOG.length));
        write("eventlog_v2_app/events_1_app", Arrays.copyOf(LOG, middle));
        write("eventlog_v2_app/appstatus_app", new byte[0]);

        for (Path each : List.of(zstd, lz4, snappy, gz, directory.resolve("eventlog_v2_app"))) {
            assertThat(table(each)).as(each.toString()).isEqualTo(plain);
        }
    }

    /** Its application was killed, or still runs. */
    @Test
    void theEndMayBeMissing() throws IOException {
        assertThat(CommandRun.of(
                                "sim",
                                "whatif",
                                write("log.inprogress", Arrays.copyOf(LOG, LOG.length / 2 + 30))
                                        .toString())
                        .exitCode())
                .isZero();
    }

    @Test
    void whatIsWrongIsOneLine() throws IOException {
        String log = write("log", LOG).toString();
        String other = write("other", "no\nlog\n".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .toString();
        String lzf = write("log.lzf", LOG).toString();
        String empty = write("empty/x", LOG).getParent().toString();
        for (List<String> each : List.of(
                List.of(directory + "/none", "cannot read " + directory + "/none: there is no such file or directory"),
                List.of(other, "other:1: expected an event of Spark in JSON: it begins with 'no'"),
                List.of(lzf, "is compressed with lzf; expected zstd, lz4, snappy, gz or no compression"),
                List.of(empty, "expected files events_1_… in the directory"),
                List.of("--tiers=hdd=50", log, "--tiers: expected shares of 100% in all, got 50%"),
                List.of("--tiers=tape=100", log, "--tiers: expected one of memory, ssd, hdd, got 'tape'"),
                List.of("--bandwidth=hdd=5", log, "--bandwidth: expected a rate, as '160 MB/s', got '5'"),
                List.of("--memory=lots", log, "--memory: expected a size, as '4 GiB', got 'lots'"))) {
            String[] arguments = new String[each.size() + 1];
            arguments[0] = "sim";
            arguments[1] = "whatif";
            for (int i = 0; i < each.size() - 1; i++) {
                arguments[i + 2] = each.get(i);
            }
            CommandRun run = CommandRun.of(arguments);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.errLines()).hasSize(1);
            assertThat(run.err()).contains(each.get(each.size() - 1));
        }
    }
}
