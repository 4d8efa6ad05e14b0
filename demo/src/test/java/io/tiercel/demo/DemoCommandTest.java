package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.CommandProvider;
import io.tiercel.cli.ExitCodes;
import io.tiercel.demo.cluster.DemoSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class DemoCommandTest {
    private final DemoCommand command = new DemoCommand();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--policies stock,fastest; --policies: expected some of * got 'fastest'",
                "--policies trident; --policies: expected stock among them, with which the others are compared",
                "--policies stock,stock; --policies: expected each policy once",
                "--jobs q1,q99; --jobs: expected some of q1, q6, q12, comments, grep, revenue, got 'q99'",
                "fastest; expected a scene, one of placement, contention, slow-node, lead-time, re-use, prefetch, shared-storage,"
                        + " hadoop, advice or all, got 'fastest'",
                "slow-node --keep; --keep: expected with the scene placement alone, got it with slow-node",
                "slow-node --jobs q6; --jobs: expected with the scene placement alone, got it with slow-node",
                "all --policies stock; --policies: expected with the scene placement alone, got it with all",
                "placement --link 8m; --link: expected with the scene shared-storage alone, got it with placement",
                "all --link 8m; --link: expected with the scene shared-storage alone, got it with all",
                "prefetch --intensities parquet; --intensities: expected with the scene shared-storage alone, got it with prefetch",
                "shared-storage --intensities orc; --intensities: expected some of io-heavy, cpu-heavy, parquet, got 'orc'",
                "shared-storage --mixes 1 --intensities parquet; --intensities: expected without --isolation and --mixes",
                "prefetch --isolation; --isolation: expected with the scene shared-storage alone, got it with prefetch",
                "re-use --mixes 1; --mixes: expected with the scene shared-storage alone, got it with re-use",
                "shared-storage --mixes 5; --mixes: expected numbers from 1 to 4, got 5",
                "shared-storage --mixes 1 --isolation; --isolation: expected without --mixes",
                "shared-storage --link 1k; --link: expected at least 1 MiB per second, got 1024",
                "placement --latency 1; --latency: expected with the scene shared-storage alone, got it with placement",
                "shared-storage --latency -1; --latency: expected 0 to 10000 ms, got -1",
                "placement --treatments stock; --treatments: expected with the scene shared-storage or hadoop alone, got it with placement",
                "shared-storage --trace t.tsv; --trace: expected with the scene hadoop alone, got it with shared-storage",
                "hadoop --trace t.tsv --trace-jobs 1; --trace-jobs: expected at least 2, got 1",
                "hadoop --trace-jobs 3; --trace-jobs: expected with --trace only, got it without",
                "hadoop --size 1g; --size: expected with another scene than hadoop",
                "hadoop --treatments fastest; --treatments: expected some of stock, h-scheduler, * got 'fastest'",
                "shared-storage --lab; --lab: expected with the scene placement or contention, got it with shared-storage",
                "--out pom.xml; --out: expected a directory to write into * it is a file",
                "--out /proc/nope; --out: expected a directory to write into, got /proc/nope: there is no such file",
                "--full --quick; --full: expected without --quick",
                "--nodes 0; --nodes: expected at least 1, got 0",
                "--nodes 2 --racks 3; --racks: expected 1 to 2, the number of nodes, got 3",
                "--replication 5; --replication: expected 1 to 4, the number of nodes, got 5",
                "--size 1m; --size: expected at least 16 MiB, got 1048576",
                "--block-size 2000001; --block-size: expected a multiple of 512 bytes, got 2000001"
            })
    void badInputIsOneClearLine(String arguments, String expected) {
        new CommandLine(command).parseArgs(arguments.split(" "));

        assertThatThrownBy(command::call)
                .isInstanceOfSatisfying(CommandFailure.class, failure -> assertThat(failure.exitCode())
                        .isEqualTo(ExitCodes.USAGE))
                .hasMessageContainingAll(expected.split(" \\* "))
                .hasMessageNotContaining("\n");
    }

    @Test
    void aSecondDemoInTheSameDirectoryIsRefused(@TempDir Path out) throws IOException {
        try (OutputDirectory taken = OutputDirectory.claim(out)) {
            new CommandLine(command).parseArgs("re-use", "--out", out.toString());

            assertThat(taken.lock().isOpen()).isTrue();
            assertThatThrownBy(command::call)
                    .isInstanceOfSatisfying(CommandFailure.class, failure -> assertThat(failure.exitCode())
                            .isEqualTo(ExitCodes.NEGATIVE))
                    .hasMessage("another demo is running in " + out + "; wait for its end, or give another --out");
        }
        OutputDirectory.claim(out).close();
    }

    @Test
    void everySceneHasADirectoryOfItsOwn() {
        assertThat(settings("re-use").out()).isEqualTo(Path.of("tiercel-demo/re-use"));
        assertThat(settings("re-use", "--out", "here").out()).isEqualTo(Path.of("here"));
        assertThat(settings("all", "--out", "here").out()).isEqualTo(Path.of("here/placement"));
    }

    @Test
    void theReportSaysHowToRunItAgain() {
        DemoSettings settings = settings("re-use", "--quick", "--out", "my dir");

        assertThat(settings.shown("all on HDD"))
                .containsEntry("command", "bin/tiercel demo re-use --quick --out 'my dir'");
        assertThat(settings.warnings()).containsExactly("Run with --quick: little data, so times mean little.");
        assertThat(settings("re-use").warnings()).isEmpty();
    }

    private DemoSettings settings(String... arguments) {
        DemoCommand parsed = new DemoCommand();
        CommandSpec tiercel = CommandSpec.create().name("tiercel").addSubcommand("demo", new CommandLine(parsed));
        new CommandLine(tiercel)
                .parseArgs(
                        Stream.concat(Stream.of("demo"), Stream.of(arguments)).toArray(String[]::new));
        return parsed.settings().get(0);
    }

    @Test
    void itIsASubcommandOfTiercel() {
        assertThat(ServiceLoader.load(CommandProvider.class))
                .anyMatch(provider -> provider.command() instanceof DemoCommand);
    }
}
