package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimCommandTest {
    @Test
    void aFigureOfAPaperIsATable() {
        CommandRun run = CommandRun.of("sim", "paper", "trident", "--figure", "9", "--repetitions", "1");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("Trident, figure 9").contains("HDFS, Default", "OctopusFS, Trident");
        assertThat(CommandRun.of("sim", "paper", "trident", "--figure", "9", "--repetitions", "1")
                        .out())
                .isEqualTo(run.out());
    }

    @Test
    void whatIsNotThereIsOneLine() {
        assertThat(CommandRun.of("sim", "paper", "ignem", "--figure", "9").errLines())
                .containsExactly(
                        "tiercel sim paper: PAPER: expected one of dyrs, mixapart, quartet, scheduled-caching, trident, got"
                                + " 'ignem'");
        assertThat(CommandRun.of("sim", "paper", "trident", "--figure", "12").errLines())
                .containsExactly("tiercel sim paper: --figure: expected one of 9, 10, 11, 13, 14, 16, 17, 18, got 12");
        assertThat(CommandRun.of("sim", "paper", "trident", "--figure", "9", "--repetitions", "0")
                        .errLines())
                .containsExactly("tiercel sim paper: --repetitions: expected 1 to 1000, got 0");
    }

    @Test
    void aPageIsWrittenBesideTheTable(@TempDir Path directory) throws IOException {
        Path page = directory.resolve("dyrs.html");
        CommandRun run =
                CommandRun.of("sim", "paper", "dyrs", "--table", "2", "--repetitions", "1", "--html", page.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("DYRS, table II");
        assertThat(Files.readString(page)).contains("new Chart(", "DYRS, table II");
        assertThat(CommandRun.of("sim", "paper", "quartet", "--table", "2").errLines())
                .containsExactly("tiercel sim paper: --table: expected none, for quartet has none here, got 2");
    }

    @Test
    void figuresOfATraceSayThatTheyNeedIt(@TempDir Path directory) throws IOException {
        CommandRun without = CommandRun.of("sim", "paper", "mixapart", "--figure", "6");
        assertThat(without.exitCode()).isZero();
        assertThat(without.out().lines())
                .singleElement()
                .asString()
                .startsWith("MixApart, figure 6")
                .endsWith(": needs the trace FB-2010 with input paths (--trace FILE)");

        Path trace = directory.resolve("trace.tsv");
        Files.writeString(trace, "one\t1\t0\t100\t0\t0\ta\t\ntwo\t2\t0\t100\t0\t0\ta\t\n");
        CommandRun with = CommandRun.of("sim", "paper", "mixapart", "--figure", "6", "--trace", trace.toString());
        assertThat(with.out()).contains("FB-2010");

        Path nowhere = directory.resolve("nowhere");
        CommandRun wrong = CommandRun.of("sim", "paper", "mixapart", "--figure", "6", "--trace", nowhere.toString());
        assertThat(wrong.errLines())
                .containsExactly("tiercel sim paper: --trace: " + nowhere + ": there is no such file or directory");
    }

    /** Two jobs read a file of 100 bytes; without a bound the second one finds all of it. */
    @Test
    void evictionPoliciesAreCompared(@TempDir Path directory) throws IOException {
        Path trace = directory.resolve("trace.tsv");
        Files.writeString(trace, "one\t1\t0\t100\t0\t0\ta\t\ntwo\t3700\t0\t100\t0\t0\ta\t\n");
        CommandRun whole = CommandRun.of("sim", "caches", "--trace", trace.toString(), "--sizes", "50,100");
        assertThat(whole.exitCode()).isZero();
        assertThat(whole.out().lines())
                .startsWith("whole trace: 2 reads of 200 B in all; 1 blocks of 100 B")
                .anyMatch(line -> line.matches("lru +0.0 +0.0 +50.0 +50.0"))
                .anyMatch(line -> line.matches("bound of all policies +25.0 +50.0"));
        assertThat(CommandRun.of("sim", "caches", "--trace", trace.toString(), "--hours", "2,3")
                        .out()
                        .lines())
                .contains(
                        "hour 2: 1 reads of 100 B in all; 1 blocks of 100 B",
                        "hour 3: 0 reads of 0 B in all; 0 blocks of 0 B");
    }

    @Test
    void wrongCachesAreOneLine() {
        assertThat(CommandRun.of("sim", "caches", "--hours", "0").errLines())
                .containsExactly("tiercel sim caches: --hours: expected numbers from 1, or all, got '0'");
        assertThat(CommandRun.of("sim", "caches", "--sizes", "101").errLines())
                .containsExactly("tiercel sim caches: --sizes: expected more than 0 to 100%, got 101.0");
        assertThat(CommandRun.of("sim", "caches", "--block", "4 GiB").errLines())
                .containsExactly("tiercel sim caches: --block: expected a size from 1 B to 2047 MiB, got '4 GiB'");
    }

    @Test
    void simAloneIsMisuse() {
        CommandRun run = CommandRun.of("sim");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).containsExactly("tiercel sim: expected a command; 'tiercel sim --help' lists them");
    }
}
