package io.tiercel.json;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.tiercel.prefetch.plan.CostBasedPlanner;
import io.tiercel.prefetch.plan.PlannerSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanRecordsTest {
    private static final About ABOUT = new About("app-1", 3, 0, "count", 17);

    @Test
    void saysWhatWasKnownAndWhatWasDecided() {
        PrefetchProblem problem = new PrefetchProblem(
                List.of(new SourceDevice(0, Tier.HDD, 100, 0.5)),
                List.of(1000L),
                List.of(0.0),
                List.of(
                        new InputBlock(100, List.of(0), InputBlock.NOT_COMING),
                        new InputBlock(100, List.of(0), InputBlock.NOT_COMING),
                        new InputBlock(100, List.of(0), InputBlock.NOT_COMING)),
                List.of(
                        new JobTask(List.of(new BlockRead(0, 100)), 1),
                        new JobTask(List.of(new BlockRead(1, 100)), 1),
                        new JobTask(List.of(new BlockRead(2, 100)), 1)),
                new ReadRates(3200, 32),
                new PlanningTimes(0, 0, 0.1),
                ReadScores.TRIDENT);

        String line = PlanRecords.line(new RecordedPlan(
                ABOUT,
                "cost",
                problem,
                List.of("n1"),
                new CostBasedPlanner(PlannerSettings.DEFAULTS).plan(problem),
                "",
                12));

        assertThat(line)
                .doesNotContain("\n")
                .startsWith(
                        "{\"record\":\"prefetch\",\"version\":1,\"app\":\"app-1\",\"stage\":3,\"attempt\":0,\"kind\":\"count\","
                                + "\"timeMillis\":17,\"planner\":\"cost\",\"planningMillis\":12,\"problem\":{\"nodes\":[[\"n1\",1000]],"
                                + "\"devices\":[[0,\"HDD\",100,0.5]],\"slotsFreeAt\":[0],\"blocks\":[[100,null,[0]],")
                .contains("\"tasks\":[[1,[0,100]],")
                .contains("\"plan\":{\"degree\":")
                .contains("[\"TAKEN\",0,")
                .doesNotContain("dropped");
    }

    @Test
    void saysWhatCameOfIt() {
        PrefetchOutcome outcome = new PrefetchOutcome(4, 2, 1, 1, 400, 2.5, 2, 3, 1.5, 1.25, Double.NaN, 0.5, 1.8, 1);

        assertThat(PlanRecords.line(new RecordedOutcome(ABOUT, outcome)))
                .endsWith("\"taken\":4,\"used\":2,\"late\":1,\"unread\":1,\"bytes\":400,\"seconds\":2.5,"
                        + "\"predictedSeconds\":2,\"secondsWithout\":3,\"prefetchedSeconds\":1.5,"
                        + "\"predictedPrefetchedSeconds\":1.25,\"computingSeconds\":null,"
                        + "\"predictedComputingSeconds\":0.5,\"factor\":1.8,\"prefetchedFactor\":1}");
    }
}
