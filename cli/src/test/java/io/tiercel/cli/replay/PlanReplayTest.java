package io.tiercel.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cli.CommandRun;
import io.tiercel.json.PlanRecords;
import io.tiercel.json.PlanRecords.About;
import io.tiercel.json.RecordedOutcome;
import io.tiercel.json.RecordedPlan;
import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchOutcome;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans of a job of six tasks in one slot, each of which reads a block of 100 bytes from an HDD in a second and computes for one. */
class PlanReplayTest {
    private static final About ABOUT = new About("app-1", 3, 0, "count", 17);
    private static final PrefetchProblem PROBLEM = new PrefetchProblem(
            List.of(new SourceDevice(0, Tier.HDD, 100, 0)),
            List.of(1000L),
            List.of(0.0),
            IntStream.range(0, 6)
                    .mapToObj(b -> new InputBlock(100, List.of(0), InputBlock.NOT_COMING))
                    .toList(),
            IntStream.range(0, 6)
                    .mapToObj(b -> new JobTask(List.of(new BlockRead(b, 100)), 1))
                    .toList(),
            new ReadRates(10_000, 10),
            new PlanningTimes(0, 0, 0.1),
            ReadScores.TRIDENT);

    @TempDir
    private Path directory;

    private static String line(String planner) {
        return line(planner, PlannerSettings.DEFAULTS);
    }

    private static String line(String planner, PlannerSettings settings) {
        return PlanRecords.line(new RecordedPlan(
                ABOUT,
                planner,
                PROBLEM,
                List.of("n1"),
                PrefetchPlanners.named(planner, settings, 1).plan(PROBLEM),
                "",
                3));
    }

    private String file(String... lines) throws IOException {
        return Files.write(Files.createTempFile(directory, "prefetch-app-", ".jsonl"), List.of(lines))
                .toString();
    }

    @Test
    void everyPlannerComesToItsPlanAgain() throws IOException {
        for (String planner : PrefetchPlanners.names()) {
            CommandRun run = CommandRun.of("replay", file(line(planner)));

            assertThat(run.err()).as(planner).isEmpty();
            assertThat(run.exitCode()).isZero();
            assertThat(run.outLines())
                    .contains("app-1: stage 3 (count): 6 blocks, 6 tasks, 1 slots", "  the same plan")
                    .noneMatch(line -> line.contains("block 0"));
        }
    }

    @Test
    void plansForAgentsThatShareDevicesComeToTheSameAgain() throws IOException {
        PlannerSettings equal = PlannerSettings.of(Contention.EQUAL, 0);
        String line = line("cost", equal);
        assertThat(line).isNotEqualTo(line("cost"));

        CommandRun run = CommandRun.of("replay", file(line));

        assertThat(run.exitCode()).isZero();
        assertThat(run.outLines()).contains("  the same plan");
    }

    @Test
    void anotherPlannersPlanStandsBesideIt() throws IOException {
        CommandRun run = CommandRun.of("replay", "--planner", "none", file(line("cost")));

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("recorded, cost  now, none")
                .containsPattern("job without, s +12.00 +12.00")
                .containsPattern("left: prefetching is switched off +0 +6")
                .containsPattern("[1-6] of 6 blocks decided otherwise")
                .containsPattern(
                        "block 5 \\(100 bytes; n1 HDD\\): prefetching is switched off; recorded: prefetched: ready at"
                                + " .* from n1");
        assertThat(CommandRun.of("replay", "--planner", "cost", file(line("cost")))
                        .out())
                .contains("the same plan");
        assertThat(CommandRun.of("replay", "--planner", "all", file(line("none")))
                        .out())
                .contains("now, all");
    }

    @Test
    void everyBlockIsToldOfIfItIsAskedFor() throws IOException {
        CommandRun run = CommandRun.of("replay", "--blocks", file(line("none")));

        assertThat(run.outLines())
                .filteredOn(line -> line.startsWith("  block "))
                .hasSize(6)
                .contains("  block 0 (100 bytes; n1 HDD): prefetching is switched off");
    }

    @Test
    void aPlannerThatHasChangedItsMindIsAFailedCheck() throws IOException {
        String file = file(line("none"), line("none").replace("\"seconds\":12,", "\"seconds\":11,"));

        CommandRun run = CommandRun.of("replay", file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errLines()).containsExactly(file + ": line 2: none comes to another plan than recorded");
        assertThat(run.out()).contains("the same blocks, and another prediction");
    }

    @Test
    void whatCameOfAPlanIsSaid() throws IOException {
        String file = file(PlanRecords.line(
                new RecordedOutcome(ABOUT, new PrefetchOutcome(4, 2, 1, 1, 400, 2.5, 2, 3, 1.5, 1.25, 1, 1, 1.8, 1))));

        assertThat(CommandRun.of("replay", file).outLines())
                .containsExactly("app-1: stage 3 (count): came to 2.50 s, predicted 2.00 s, without 3.00 s; of 4 blocks"
                        + " prefetched 2 were in memory when their tasks started, 1 came late, 1 were not read");
    }

    @Test
    void badLinesAreOneLineEachAndTheOthersAreAnswered() throws IOException {
        String file = file(
                line("none").substring(0, 150),
                line("none").replace("\"planner\":\"none\"", "\"planner\":\"guess\""),
                line("none").replace("\"HDD\"", "\"TAPE\""),
                line("none"));

        CommandRun run = CommandRun.of("replay", file);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines()).hasSize(3);
        assertThat(run.errLines().get(0)).startsWith(file + ": line 1");
        assertThat(run.errLines().get(1))
                .isEqualTo(file + ": line 2: prefetch planner: expected one of none, cost, plan, all, ignem, got"
                        + " 'guess'");
        assertThat(run.errLines().get(2))
                .startsWith(file + ": line 3: expected devices: a device as [node, tier, ")
                .contains("got 'TAPE'");
        assertThat(run.out()).contains("the same plan");
    }

    @Test
    void aPlannerThatThereIsNotIsMisuse() throws IOException {
        CommandRun run = CommandRun.of("replay", "--planner", "best", file(line("none")));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errLines())
                .containsExactly(
                        "tiercel replay: --planner: expected one of none, cost, plan, all, ignem, got 'best'; see 'tiercel replay"
                                + " --help'");
    }
}
