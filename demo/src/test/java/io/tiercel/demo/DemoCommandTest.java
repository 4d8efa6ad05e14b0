package io.tiercel.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cli.CommandFailure;
import io.tiercel.cli.CommandProvider;
import io.tiercel.cli.ExitCodes;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

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
                "fastest; expected a scene, one of placement, slow-node, lead-time, re-use, prefetch or all, got"
                        + " 'fastest'",
                "slow-node --keep; --keep: expected with the scene placement alone, got it with slow-node",
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
    void itIsASubcommandOfTiercel() {
        assertThat(ServiceLoader.load(CommandProvider.class))
                .anyMatch(provider -> provider.command() instanceof DemoCommand);
    }
}
