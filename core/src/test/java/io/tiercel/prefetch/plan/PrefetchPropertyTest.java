package io.tiercel.prefetch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.PlanningTimes;
import io.tiercel.prefetch.PrefetchProblem;
import io.tiercel.prefetch.ReadRates;
import io.tiercel.prefetch.ReadScores;
import io.tiercel.prefetch.SourceDevice;
import io.tiercel.prefetch.model.Contention;
import io.tiercel.prefetch.model.ExecutionModel;
import io.tiercel.prefetch.model.IndexedJob;
import io.tiercel.prefetch.model.PrefetchModel;
import io.tiercel.prefetch.model.RescoringMode;
import io.tiercel.prefetch.model.Sharing;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Seeded jobs and clusters; the seed stands in each failure's message. */
class PrefetchPropertyTest {
    private static final org.assertj.core.data.Offset<Double> SAME = within(1e-6);

    @Test
    void sharingIsThatOfAStepwiseSimulation() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<Long> lengths = random.longs(1 + random.nextInt(12), 0, 5)
                    .map(n -> n * 32_000_000)
                    .boxed()
                    .toList();
            PrefetchProblem problem = new PrefetchProblem(
                    List.of(new SourceDevice(0, io.tiercel.model.Tier.HDD, 50e6, 0)),
                    List.of(Long.MAX_VALUE),
                    List.of(0.0),
                    lengths.stream()
                            .map(length -> new InputBlock(length, List.of(0), InputBlock.NOT_COMING))
                            .toList(),
                    List.of(),
                    new ReadRates(1e9, 1e6),
                    new PlanningTimes(0, 0, 0),
                    ReadScores.TRIDENT);
            double[] ready = new double[lengths.size()];
            new PrefetchModel(new IndexedJob(problem), Sharing.EQUAL_SHARES, ready.clone())
                    .run(new int[lengths.size()], ready);
            double[] expected = NaiveModels.equalShares(lengths, 50e6);
            for (int b = 0; b < ready.length; b++) {
                assertThat(ready[b]).as("seed " + seed + " block " + b).isCloseTo(expected[b], SAME);
            }
            double[] one = new double[lengths.size()];
            new PrefetchModel(new IndexedJob(problem), Sharing.ONE_AT_A_TIME, one.clone())
                    .run(new int[lengths.size()], one);
            assertThat(Arrays.stream(one).max().orElseThrow())
                    .as("seed " + seed + ": the device is as busy either way")
                    .isCloseTo(Arrays.stream(ready).max().orElseThrow(), SAME);
        }
    }

    @Test
    void executionIsThatOfANaiveModel() {
        for (long seed = 0; seed < 2_000; seed++) {
            PrefetchProblem problem = PrefetchWorld.of(seed, 12);
            Random random = new Random(seed);
            double[] ready = problem.blocks().stream()
                    .mapToDouble(block -> random.nextBoolean() ? block.readyAt() : random.nextInt(12))
                    .toArray();
            double delay = random.nextInt(3);
            for (RescoringMode foresight : RescoringMode.values()) {
                IndexedJob job = new IndexedJob(problem);
                double seconds = new ExecutionModel(job, foresight).run(ready, delay, new double[job.tasks()]);
                assertThat(seconds)
                        .as("seed " + seed + " " + foresight)
                        .isCloseTo(NaiveModels.seconds(problem, ready, delay, foresight), SAME);
            }
        }
    }

    @Test
    void plansKeepTheirPromises() {
        plansKeepTheirPromises(0, 500);
    }

    @Test
    @Tag("slow")
    void manyMorePlansKeepTheirPromises() {
        plansKeepTheirPromises(500, 2_000);
    }

    private static void plansKeepTheirPromises(long first, long end) {
        for (long seed = first; seed < end; seed++) {
            PrefetchProblem problem = PrefetchWorld.of(seed, 30);
            Contention contention = Contention.values()[(int) (seed / 2 % 3)];
            PlannerSettings settings = PlannerSettings.of(
                    PlannerSettings.Models.of(contention, ModelLimits.UNBOUNDED), seed % 2 == 0 ? 4 : 0, 0.01);
            PlanVerifier.verify("seed " + seed, problem, settings, new CostBasedPlanner(settings).plan(problem));
            PlanVerifier.verify(
                    "seed " + seed + " plan", problem, settings, new ProgramPlanner(settings).plan(problem));
            for (String name : PrefetchPlanners.names()) {
                PrefetchPlan plan = PrefetchPlanners.named(name, settings, seed).plan(problem);
                PlanVerifier.verifyRoom("seed " + seed + " " + name, problem, plan);
            }
        }
    }

    /** All subsets of few blocks: nothing that a planner may choose from is better than the best of them, and seldom much worse. */
    @Test
    void smallPlansComeNearTheBestSubset() {
        for (Contention contention : Contention.values()) {
            PlannerSettings settings =
                    PlannerSettings.of(PlannerSettings.Models.of(contention, ModelLimits.UNBOUNDED), 0, 0.01);
            smallPlansComeNearTheBestSubset(settings, new CostBasedPlanner(settings));
            smallPlansComeNearTheBestSubset(settings, new ProgramPlanner(settings));
        }
    }

    private static void smallPlansComeNearTheBestSubset(PlannerSettings settings, PrefetchPlanner planner) {
        double regret = 0;
        int worlds = 300;
        for (long seed = 0; seed < worlds; seed++) {
            PrefetchProblem problem = PrefetchWorld.of(seed, 8);
            double best = BestSubset.seconds(problem, settings);
            double planned = planner.plan(problem).seconds();
            assertThat(planned)
                    .as("seed " + seed + " " + planner.name() + " "
                            + settings.models().contention())
                    .isGreaterThanOrEqualTo(best - 1e-6);
            regret += best == 0 ? 0 : planned / best - 1;
        }
        assertThat(regret / worlds)
                .as("mean regret of " + planner.name() + " under "
                        + settings.models().contention())
                .isLessThan(0.02);
    }

    /** One linear program finds what a search by simulation finds, or better. */
    @Test
    void theProgramIsAsGoodAsTheSearch() {
        for (int size : new int[] {40, 200}) {
            double sum = 0;
            int worlds = 300;
            for (long seed = 0; seed < worlds; seed++) {
                PrefetchProblem problem = PrefetchWorld.of(seed, size);
                double searched = new CostBasedPlanner(PlannerSettings.DEFAULTS)
                        .plan(problem)
                        .seconds();
                double solved = new ProgramPlanner(PlannerSettings.DEFAULTS)
                        .plan(problem)
                        .seconds();
                sum += searched == 0 ? 0 : solved / searched - 1;
            }
            assertThat(sum / worlds)
                    .as("mean loss with up to " + size + " blocks")
                    .isLessThan(0.003);
        }
    }

    /** Degrees that are doubled find plans as good as all degrees do, and sometimes better ones: they step over dips. */
    @Test
    void doubledDegreesLoseLittle() {
        double loss = 0;
        int worlds = 300;
        for (long seed = 0; seed < worlds; seed++) {
            PrefetchProblem problem = PrefetchWorld.of(seed, 120);
            double every =
                    new CostBasedPlanner(PlannerSettings.DEFAULTS).plan(problem).seconds();
            double doubled = new CostBasedPlanner(PlannerSettings.of(
                            PlannerSettings.Models.of(Contention.IDLE, new ModelLimits(1_000, 0)), 0, 0.01))
                    .plan(problem)
                    .seconds();
            loss += every == 0 ? 0 : doubled / every - 1;
        }
        assertThat(loss / worlds).as("mean loss").isLessThan(0.01);
    }

    @Test
    void plansAreTheSameEachTime() {
        IntStream.range(0, 50).forEach(seed -> {
            PrefetchProblem problem = PrefetchWorld.of(seed, 40);
            for (String name : PrefetchPlanners.names()) {
                assertThat(PrefetchPlanners.named(name, PlannerSettings.DEFAULTS, 7)
                                .plan(problem))
                        .as("seed " + seed + " " + name)
                        .isEqualTo(PrefetchPlanners.named(name, PlannerSettings.DEFAULTS, 7)
                                .plan(problem));
            }
        });
    }
}
