package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.json.PlanRecords.About;
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
import io.tiercel.prefetch.plan.PlannerSettings;
import io.tiercel.prefetch.plan.PrefetchPlan;
import io.tiercel.prefetch.plan.PrefetchPlanners;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedPlanTest {
    private static final About ABOUT = new About("app-1", 3, 1, "count", 17);

    /** Fractions that have no end in decimals, blocks in memory, on their way and without replicas, tasks over several blocks. */
    private static PrefetchProblem problem(long seed) {
        Random random = new Random(seed);
        int nodes = 1 + random.nextInt(3);
        List<SourceDevice> devices = new ArrayList<>();
        List<Long> free = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            devices.add(new SourceDevice(node, Tier.HDD, 50 + 100 * random.nextDouble(), random.nextDouble()));
            devices.add(new SourceDevice(node, Tier.SSD, 500 + 100 * random.nextDouble(), 0));
            free.add((long) random.nextInt(2_000));
        }
        List<InputBlock> blocks = new ArrayList<>();
        List<JobTask> tasks = new ArrayList<>();
        for (int b = 0; b < 12; b++) {
            double ready = b == 0 ? 0 : b == 1 ? random.nextDouble() : InputBlock.NOT_COMING;
            blocks.add(new InputBlock(
                    random.nextInt(300), b == 2 ? List.of() : List.of(random.nextInt(2 * nodes)), ready));
            tasks.add(new JobTask(
                    b == 3 ? List.of() : List.of(new BlockRead(b, 100), new BlockRead(random.nextInt(b + 1), 7)),
                    random.nextDouble()));
        }
        return new PrefetchProblem(
                devices,
                free,
                List.of(0.0, random.nextDouble()),
                blocks,
                tasks,
                new ReadRates(10_000 / 3.0, 100 / 7.0),
                new PlanningTimes(0, 0.01, 0.1),
                seed % 2 == 0 ? ReadScores.TRIDENT : new ReadScores(2, 7.5, 21, 101, 20.3, 100 / 3.0));
    }

    private static List<String> names(PrefetchProblem problem) {
        return problem.memoryFree().stream().map(bytes -> "n" + bytes).toList();
    }

    private static PrefetchPlan withoutTrials(PrefetchPlan plan) {
        return new PrefetchPlan(
                plan.blocks(),
                plan.degree(),
                plan.delay(),
                plan.secondsWithout(),
                plan.seconds(),
                List.of(),
                plan.end(),
                plan.model());
    }

    @Test
    void readsWhatWasWrittenToTheLastDigit() throws MalformedRecordException {
        for (long seed = 0; seed < 50; seed++) {
            PrefetchProblem problem = problem(seed);
            for (String name : PrefetchPlanners.names()) {
                PrefetchPlan plan = PrefetchPlanners.named(name, PlannerSettings.DEFAULTS, 1)
                        .plan(problem);
                RecordedPlan record =
                        new RecordedPlan(ABOUT, name, problem, names(problem), withoutTrials(plan), "too late", seed);
                String line = PlanRecords.line(record);

                assertThat(RecordKind.of(line)).isEqualTo(RecordKind.PLAN);
                assertThat(RecordedPlan.parse(line))
                        .as("%s, seed %s", name, seed)
                        .isEqualTo(record);
            }
        }
    }

    @Test
    void readsWhatCameOfIt() throws MalformedRecordException {
        PrefetchOutcome outcome =
                new PrefetchOutcome(4, 2, 1, 1, 400, 2.5, 2, 1 / 3.0, 1.5, Double.NaN, Double.NaN, 0.5, 1.8, 0.7);
        String line = PlanRecords.line(new RecordedOutcome(ABOUT, outcome));

        assertThat(RecordKind.of(line)).isEqualTo(RecordKind.OUTCOME);
        assertThat(RecordedOutcome.parse(line)).isEqualTo(new RecordedOutcome(ABOUT, outcome));
    }

    @Test
    void readsRecordsWithoutAVersionAndAPlanningTime() throws MalformedRecordException {
        PrefetchProblem problem = problem(2);
        PrefetchPlan plan = withoutTrials(
                PrefetchPlanners.named("none", PlannerSettings.DEFAULTS, 1).plan(problem));
        String line = PlanRecords.line(new RecordedPlan(ABOUT, "none", problem, names(problem), plan, "", 5));
        String old = line.replace("\"version\":1,", "")
                .replace("\"planningMillis\":5,", "")
                .replaceAll(",\"scores\":\\{[^}]*\\}", "");

        assertThat(RecordedPlan.parse(old))
                .isEqualTo(new RecordedPlan(ABOUT, "none", problem, names(problem), plan, "", -1));
    }

    @Test
    void whatDoesNotSayWhatItIsIsARound() throws MalformedRecordException {
        assertThat(RecordKind.of("{\"racks\":[0]}")).isEqualTo(RecordKind.ROUND);
        assertThat(RecordKind.of("{\"record\":\"other\"}")).isEqualTo(RecordKind.ROUND);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"version\":1 | \"version\":2 | version: expected 1, got 2",
                "\"planner\":\"none\", | '' | expected a key 'planner', which is not there",
                "\"HDD\" | \"TAPE\" | expected devices: a device as [node, tier, bytes per second, busy seconds], got"
                        + " 'TAPE'",
                "[[100,null,[0]] | [[100,null,[7]] | block's device: expected an index below 1, got 7",
                "[[100,null,[0]] | [[100,null] | expected blocks: a block as",
                "\"slotsFreeAt\":[0] | \"slotsFreeAt\":[] | slotsFreeAt: expected at least one slot, got none",
                "[\"SWITCHED_OFF\" | [\"PERHAPS\" | expected blocks: a decision as",
                ",\"remoteRate\":10 | '' | expected a key 'remoteRate', which is not there",
                "\"tasks\":[[1,[0,100]]] | \"tasks\":[[-1,[0,100]]] | cpuSeconds: expected at least 0 and finite, got"
                        + " -1.0"
            })
    void saysWhatIsWrong(String what, String instead, String why) {
        PrefetchProblem problem = new PrefetchProblem(
                List.of(new SourceDevice(0, Tier.HDD, 100, 0)),
                List.of(1000L),
                List.of(0.0),
                List.of(new InputBlock(100, List.of(0), InputBlock.NOT_COMING)),
                List.of(new JobTask(List.of(new BlockRead(0, 100)), 1)),
                new ReadRates(1000, 10),
                new PlanningTimes(0, 0, 0),
                ReadScores.TRIDENT);
        PrefetchPlan plan =
                PrefetchPlanners.named("none", PlannerSettings.DEFAULTS, 1).plan(problem);
        String line = PlanRecords.line(new RecordedPlan(ABOUT, "none", problem, List.of("n1"), plan, "", 3));
        String broken = line.replace(what, instead.equals("''") ? "" : instead);

        assertThat(broken).isNotEqualTo(line);
        assertThatThrownBy(() -> RecordedPlan.parse(broken))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining(why);
    }
}
