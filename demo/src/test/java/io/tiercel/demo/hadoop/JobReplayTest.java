package io.tiercel.demo.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cli.CommandFailure;
import io.tiercel.demo.data.SizeClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobReplayTest {
    @Test
    void allClassesAreThereMostOfThemSmall() {
        JobReplay replay = JobReplay.generated(HadoopTrials.settings(false), 3);

        assertThat(replay.jobs()).extracting(ReplayJob::sizeClass).contains(SizeClass.values());
        assertThat(replay.jobs().stream().filter(job -> job.sizeClass().small()))
                .hasSize(5);
        assertThat(replay.jobs()).extracting(ReplayJob::submitted).isSorted().startsWith(0.0);
        assertThat(replay.jobs()).extracting(ReplayJob::name).doesNotHaveDuplicates();
        assertThat(replay.maps()).isEqualTo(3 * 1 + 2 * 2 + 2 * 3 + 2 * 4 + 9 + 20);
    }

    /** Four slots; a map reads 8 MiB from an HDD in 8 s or, one time in three, from an SSD in 2 s, and starts in 2 s. */
    @Test
    void aJobFollowsWhenTheOneBeforeLeavesRoom() {
        JobReplay replay = JobReplay.generated(HadoopTrials.settings(false), 1);

        for (int i = 1; i < replay.jobs().size(); i++) {
            ReplayJob before = replay.jobs().get(i - 1);
            assertThat(replay.jobs().get(i).submitted() - before.submitted())
                    .isEqualTo(Math.max(10, before.blocks() * 8.0 / 4 / 0.5));
        }
    }

    @Test
    void onASlowMachineJobsFollowMoreSlowly() {
        JobReplay replay = JobReplay.generated(HadoopTrials.settings(false), 1);
        ReplayJob last = replay.jobs().get(replay.jobs().size() - 1);

        assertThat(replay.spread(1.5).jobs())
                .last()
                .extracting(ReplayJob::submitted)
                .isEqualTo(1.5 * last.submitted());
        assertThat(replay.spread(1.5).source()).isEqualTo("generated, with gaps 1.5 times as long as planned");
        assertThat(replay.spread(9).jobs())
                .last()
                .extracting(ReplayJob::submitted)
                .isEqualTo(2 * last.submitted());
        assertThat(replay.spread(0.5)).isEqualTo(replay);
    }

    @Test
    void aTraceKeepsTheSizesTheOrderAndTheProportionsOfTheGaps(@TempDir Path directory) throws IOException {
        Path trace = Files.writeString(
                directory.resolve("trace.tsv"),
                """
                job0\t0\t0\t1000\t0\t0
                job1\t10\t10\t0\t0\t0
                job2\t30\t20\t3000000000\t0\t0
                job3\t40\t10\t600000000\t0\t0
                job4\t99\t59\t99000000000000\t0\t0
                """);

        List<ReplayJob> jobs =
                JobReplay.ofTrace(HadoopTrials.settings(false), trace, 3, 3).jobs();

        assertThat(jobs).extracting(ReplayJob::sizeClass).containsExactly(SizeClass.A, SizeClass.E, SizeClass.C);
        double span = jobs.get(2).submitted();
        assertThat(span).isPositive();
        assertThat(jobs.get(1).submitted()).isEqualTo(span * 30 / 40);
        assertThat(JobReplay.ofTrace(HadoopTrials.settings(false), trace, 9, 3)
                        .jobs()
                        .get(3)
                        .sizeClass())
                .isEqualTo(SizeClass.F);
    }

    @Test
    void aBadTraceIsOneClearLine(@TempDir Path directory) throws IOException {
        Path empty = Files.writeString(directory.resolve("none.tsv"), "job0\t0\t0\t0\t0\t0\n");
        Path broken = Files.writeString(directory.resolve("broken.tsv"), "job0\tsoon\t0\t0\t0\t0\n");

        assertFails(empty, "none.tsv: expected at least two jobs with input, got 0");
        assertFails(broken, "broken.tsv:1: submission: expected a whole number of at least 0, got 'soon'");
        assertFails(directory.resolve("missing.tsv"), "--trace: cannot read");
    }

    private static void assertFails(Path trace, String message) {
        assertThatThrownBy(() -> JobReplay.ofTrace(HadoopTrials.settings(false), trace, 3, 3))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }
}
