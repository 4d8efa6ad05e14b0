package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void anUnknownCommandIsOneLineThatSaysWhereHelpIs() {
        CommandRun run = CommandRun.of("repaly");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err())
                .contains("'repaly'")
                .contains("; did you mean replay?; see")
                .contains("tiercel --help");
    }

    @Test
    void everyCommandHasTheVersion() {
        String version = CommandRun.of("--version").out();

        assertThat(version).startsWith("tiercel ");
        assertThat(CommandRun.of("mapreduce", "-V")).isEqualTo(new CommandRun(0, version, ""));
        assertThat(CommandRun.of("sim", "run", "--version")).isEqualTo(new CommandRun(0, version, ""));
    }

    @Test
    void anUnknownOptionIsOneLineThatSaysWhereHelpIs() {
        CommandRun run = CommandRun.of("replay", "--polic", "trident", "x");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err())
                .startsWith("tiercel replay: ")
                .contains("--polic'; did you mean --policy?")
                .contains("tiercel replay --help");
    }

    @Test
    void whatIsWrongWithAnOptionIsInPlainWords() {
        assertThat(CommandRun.of("replay", "--repeat", "x", "f").err())
                .contains("'--repeat'", "'x' is not a whole number");
        assertThat(CommandRun.of("sim", "run", "f", "--set", "x").err())
                .contains("should be in KEY=VALUE format but was x")
                .doesNotContain("option option");
    }

    @Test
    void noCommandAtAllIsMisuse() {
        CommandRun run = CommandRun.of();

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).containsExactly("tiercel: expected a command; 'tiercel --help' lists them");
    }

    @Test
    void helpListsTheCommands() {
        CommandRun run = CommandRun.of("--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("replay").contains("submit");
    }

    @Test
    void optionsBehindACommandAreTheCommands() {
        CommandRun run = CommandRun.in(Map.of(), "mapreduce", "-D", "a.key=1", "sh", "-c", "exit 7", "-D", "b.key=2");

        assertThat(run.exitCode()).isEqualTo(7);
    }

    @Test
    void submitWithoutASparkIsOneLine() {
        CommandRun run = CommandRun.in(Map.of(), "submit", "x.jar");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).startsWith("tiercel submit: SPARK_HOME: expected ");
    }
}
