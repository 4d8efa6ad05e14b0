package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
                .containsExactly("tiercel sim paper: PAPER: expected trident, got 'ignem'");
        assertThat(CommandRun.of("sim", "paper", "trident", "--figure", "10").errLines())
                .containsExactly("tiercel sim paper: --figure: expected 9, got 10");
        assertThat(CommandRun.of("sim", "paper", "trident", "--figure", "9", "--repetitions", "0")
                        .errLines())
                .containsExactly("tiercel sim paper: --repetitions: expected 1 to 1000, got 0");
    }

    @Test
    void simAloneIsMisuse() {
        CommandRun run = CommandRun.of("sim");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).containsExactly("tiercel sim: expected a command; 'tiercel sim --help' lists them");
    }
}
