package io.tiercel.prefetch.plan;

import static io.tiercel.prefetch.plan.FigureEight.MB;
import static io.tiercel.prefetch.plan.FigureEight.block;
import static io.tiercel.prefetch.plan.FigureEight.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.model.Tier;
import io.tiercel.prefetch.BlockRead;
import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.JobTask;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.model.Contention;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CostBasedPlannerTest {
    /** Seconds of the worked example, to the hundredth. */
    private static final org.assertj.core.data.Offset<Double> HUNDREDTH = within(0.005);

    private static final PlannerSettings ALL_DEGREES =
            new PlannerSettings(PlannerSettings.Models.AS_PUBLISHED, List.of(OfferOrder.AS_LISTED), 60, 0, 9, false);

    @Test
    void figureEight() {
        PrefetchPlan plan = new CostBasedPlanner(ALL_DEGREES).plan(FigureEight.withSlots(3));

        assertThat(plan.secondsWithout()).isCloseTo(13.00, HUNDREDTH);
        assertThat(plan.trials()).extracting(DegreeTrial::blocks).containsExactly(2, 4, 5);
        assertSeconds(plan.trials(), 10.03, 11.02, 11.02);
        assertThat(plan.trials().get(1).delay()).isCloseTo(5.00, HUNDREDTH);
        assertThat(plan.trials().get(1).secondsDelayed()).isCloseTo(14.08, HUNDREDTH);
        assertThat(plan.end()).isEqualTo(SearchEnd.NO_BETTER);
        assertThat(numbers(plan.taken())).containsExactly(3, 4);
        assertThat(plan.seconds()).isCloseTo(10.03, HUNDREDTH);
        assertThat(plan.delay()).isZero();
        assertThat(plan.summary())
                .isEqualTo(
                        "2 of 5 blocks prefetched: job 10.03 s instead of 13.00 s, at most 1 block per device, delay 0.00 s;"
                                + " a higher limit ends the job no sooner; modelled with no contention for devices");
        assertThat(plan.blocks().get(block(3)).reason()).isEqualTo("prefetched: ready at 5.00 s, needed at 7.00 s");
        assertThat(plan.blocks().get(block(1)).reason())
                .isEqualTo("its device has as many blocks to prefetch as this plan allows");
    }

    @Test
    void figureEightStopsAtTheFirstDipAsPrinted() {
        PrefetchPlan plan = new CostBasedPlanner(PlannerSettings.AS_PUBLISHED).plan(FigureEight.withSlots(3));

        assertThat(plan.trials()).hasSize(2);
        assertThat(plan.end()).isEqualTo(SearchEnd.NO_BETTER);
        assertThat(numbers(plan.taken())).containsExactly(3, 4);
    }

    @Test
    void figureEightsReadyTimes() {
        Forecast forecast = new Forecast(FigureEight.withSlots(3), PlannerSettings.Models.AS_PUBLISHED);
        double inf = Double.POSITIVE_INFINITY;
        double[][] expected = {
            {inf, inf, 5.00, 4.00, inf}, {inf, 7.00, 8.00, 6.00, 5.00}, {12.00, 10.00, 12.00, 6.00, 5.00}
        };
        for (int degree = 1; degree <= 3; degree++) {
            BlockSelection selection = new BlockSelection(forecast.job, new int[] {0, 1, 2, 3, 4});
            selection.select(degree);
            forecast.seconds(selection.source(), 0);
            for (int number = 1; number <= 5; number++) {
                assertThat(forecast.readyAt(block(number)))
                        .as("B" + number + " at degree " + degree)
                        .isCloseTo(expected[degree - 1][number - 1], HUNDREDTH);
            }
        }
    }

    @Test
    void figureEightWithAFourthSlot() {
        PrefetchPlan plan = new CostBasedPlanner(ALL_DEGREES).plan(FigureEight.withSlots(4));

        assertThat(plan.secondsWithout()).isCloseTo(11.50, HUNDREDTH);
        assertSeconds(plan.trials().subList(0, 2), 9.00, 9.52);
        assertThat(plan.blocks().get(block(3)).neededAt()).isCloseTo(3.00, HUNDREDTH);
    }

    private static void assertSeconds(List<DegreeTrial> trials, double... seconds) {
        for (int i = 0; i < seconds.length; i++) {
            assertThat(trials.get(i).seconds()).isCloseTo(seconds[i], HUNDREDTH);
        }
    }

    /** With four slots T3 starts before B3 is there: it is left to read its block from the device, and the plan says so. */
    @Test
    void whatComesTooLateIsLeftOut() {
        PlannerSettings published = PlannerSettings.AS_PUBLISHED;
        PrefetchPlan plan = new CostBasedPlanner(
                        new PlannerSettings(published.models(), published.orders(), 0, 0, 1, true))
                .plan(FigureEight.withSlots(4));

        assertThat(numbers(plan.taken())).containsExactly(4);
        assertThat(plan.seconds()).isCloseTo(9.00, HUNDREDTH);
        assertThat(plan.blocks().get(block(3)).reason())
                .isEqualTo("would be ready too late: 2.00 s after its task starts at 3.00 s");
    }

    @Test
    void ownModelsAreNoWorseInFigureEight() {
        PrefetchPlan plan = new CostBasedPlanner(
                        PlannerSettings.of(PlannerSettings.Models.of(Contention.NONE, ModelLimits.UNBOUNDED), 0, 0.01))
                .plan(FigureEight.withSlots(3));

        assertThat(plan.seconds()).isLessThan(10.04);
    }

    @Test
    void aDelayThatPaysIsChosenWithinItsBound() {
        // One wave: without a delay nothing could come in time.
        PrefetchProblem problem = oneWave(4, 0.5);
        PrefetchPlan eager = new CostBasedPlanner(PlannerSettings.DEFAULTS).plan(problem);
        PrefetchPlan patient = new CostBasedPlanner(PlannerSettings.of(Contention.IDLE, 10)).plan(problem);
        PrefetchPlan bound = new CostBasedPlanner(PlannerSettings.of(Contention.IDLE, 0.1)).plan(problem);

        assertThat(eager.taken()).isEmpty();
        assertThat(eager.end()).isEqualTo(SearchEnd.NO_BETTER);
        assertThat(patient.taken()).hasSize(4);
        assertThat(patient.delay()).isBetween(0.1, 10.0);
        assertThat(patient.seconds()).isLessThan(eager.seconds());
        assertThat(bound.taken()).isEmpty();
    }

    /** Each task reads its block twice over, as two passes would, so that waiting for one read of it pays. */
    private static PrefetchProblem oneWave(int tasks, double init) {
        return new PrefetchProblem(
                Collections.nCopies(tasks, new SourceDevice(0, Tier.HDD, 10.0 * MB, 0)),
                List.of(1_000 * MB),
                Collections.nCopies(tasks, 0.0),
                IntStream.range(0, tasks)
                        .mapToObj(d -> new InputBlock(40 * MB, List.of(d), InputBlock.NOT_COMING))
                        .toList(),
                IntStream.range(0, tasks)
                        .mapToObj(b -> new JobTask(List.of(new BlockRead(b, 80 * MB)), 1))
                        .toList(),
                new ReadRates(1_000.0 * MB, MB),
                new PlanningTimes(init, 0, 0),
                ReadScores.TRIDENT);
    }

    /** The search takes nothing here, and yet it is the room that is missing. */
    @Test
    void aFullMemoryIsTheReasonOfABlockThatHasNoRoom() {
        PrefetchProblem roomy = oneWave(8, 60);
        PrefetchProblem full = new PrefetchProblem(
                roomy.devices(),
                List.of(0L),
                roomy.slotsFreeAt(),
                roomy.blocks(),
                roomy.tasks(),
                roomy.rates(),
                roomy.times(),
                ReadScores.TRIDENT);
        PrefetchPlan plan = new CostBasedPlanner(PlannerSettings.DEFAULTS).plan(full);

        assertThat(plan.end()).isEqualTo(SearchEnd.NOTHING_TO_PREFETCH);
        assertThat(plan.blocks()).extracting(BlockDecision::choice).containsOnly(PrefetchReason.NO_ROOM);
    }

    @Test
    void aPlanOfAllBlocksSaysThatAHigherLimitTakesNoMore() {
        PrefetchPlan plan = new CostBasedPlanner(PlannerSettings.DEFAULTS).plan(oneWave(8, 60));

        assertThat(plan.taken()).hasSize(8);
        assertThat(plan.end()).isEqualTo(SearchEnd.ALL_TAKEN);
        assertThat(plan.summary())
                .contains("at most 1 block per device")
                .contains("a higher limit takes no more blocks");
    }

    @Test
    void everyBlockHasItsReason() {
        List<SourceDevice> devices = List.of(
                new SourceDevice(0, Tier.HDD, MB, 0),
                new SourceDevice(1, Tier.MEMORY, 5_000.0 * MB, 0),
                new SourceDevice(2, Tier.HDD, MB, 0));
        List<InputBlock> blocks = List.of(
                new InputBlock(10 * MB, List.of(0), 0),
                new InputBlock(10 * MB, List.of(0), 1.5),
                new InputBlock(0, List.of(0), InputBlock.NOT_COMING),
                new InputBlock(10 * MB, List.of(), InputBlock.NOT_COMING),
                new InputBlock(10 * MB, List.of(1), InputBlock.NOT_COMING),
                new InputBlock(10 * MB, List.of(2), InputBlock.NOT_COMING),
                new InputBlock(10 * MB, List.of(0), InputBlock.NOT_COMING),
                new InputBlock(10 * MB, List.of(0), InputBlock.NOT_COMING));
        List<JobTask> tasks = IntStream.of(0, 1, 2, 3, 4, 5, 6)
                .mapToObj(b -> new JobTask(List.of(new BlockRead(b, 10 * MB)), 0))
                .toList();
        PrefetchPlan plan = new CostBasedPlanner(PlannerSettings.DEFAULTS)
                .plan(new PrefetchProblem(
                        devices,
                        List.of(100 * MB, 100 * MB, 9 * MB),
                        List.of(0.0),
                        blocks,
                        tasks,
                        new ReadRates(1_000.0 * MB, MB),
                        new PlanningTimes(0, 0, 0),
                        ReadScores.TRIDENT));

        assertThat(plan.blocks())
                .extracting(BlockDecision::choice)
                .containsExactly(
                        PrefetchReason.IN_MEMORY,
                        PrefetchReason.ON_ITS_WAY,
                        PrefetchReason.EMPTY,
                        PrefetchReason.NO_REPLICA,
                        PrefetchReason.FAST_ENOUGH,
                        PrefetchReason.NO_ROOM,
                        PrefetchReason.TAKEN,
                        PrefetchReason.NOT_READ);
        assertThat(plan.blocks())
                .allSatisfy(decision -> assertThat(decision.reason()).isNotBlank());
    }

    @Test
    void aJobThatComputesOnlyGainsNothing() {
        PrefetchProblem problem = FigureEight.withSlots(3);
        List<JobTask> slow = problem.tasks().stream()
                .map(task -> new JobTask(task.reads(), 5_000))
                .toList();
        PrefetchPlan plan = new CostBasedPlanner(PlannerSettings.DEFAULTS)
                .plan(new PrefetchProblem(
                        problem.devices(),
                        problem.memoryFree(),
                        problem.slotsFreeAt(),
                        problem.blocks(),
                        slow,
                        problem.rates(),
                        problem.times(),
                        ReadScores.TRIDENT));

        assertThat(plan.taken()).isEmpty();
        assertThat(plan.blocks()).extracting(BlockDecision::choice).containsOnly(PrefetchReason.NO_GAIN);
        assertThat(plan.seconds()).isEqualTo(plan.secondsWithout());
    }

    @Test
    void aJobWithoutTasksOrBlocksIsNoError() {
        PrefetchPlan plan = new CostBasedPlanner(PlannerSettings.DEFAULTS)
                .plan(new PrefetchProblem(
                        List.of(),
                        List.of(),
                        List.of(0.0),
                        List.of(),
                        List.of(),
                        new ReadRates(1, 1),
                        PlanningTimes.TRIDENT,
                        ReadScores.TRIDENT));

        assertThat(plan.end()).isEqualTo(SearchEnd.NOTHING_TO_PREFETCH);
        assertThat(plan.seconds()).isZero();
    }
}
