package io.tiercel.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.plan.SeededLoads.LoadShape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Plans beside OR-tools' exact answer to the linear program. */
class LoadSolverTest {
    private static final LoadSolver SOLVER = new LoadSolver();

    @Test
    void ofTwoDevicesBothAreDoneAtTheSameTime() {
        // An SSD of 4 blocks a second and an HDD of 1: of ten blocks on both, eight come from the SSD.
        LoadProblem.Builder builder = new LoadProblem.Builder(0, 0);
        for (int task = 0; task < 10; task++) {
            builder.task().option(0.25).use(0, 0.25).option(1).use(1, 1);
        }
        LoadPlan plan = SOLVER.solve(builder.build());

        assertThat(plan.seconds()).isEqualTo(2);
        assertThat(plan.bound()).isCloseTo(2, within(0.02));
        assertThat(plan.gap()).isCloseTo(0, within(0.01));
    }

    @Test
    void aResourceThatIsBusyBeforeGetsLess() {
        LoadProblem.Builder builder = new LoadProblem.Builder(3, 0);
        for (int task = 0; task < 5; task++) {
            builder.task().option(1).use(0, 1).option(1).use(1, 1);
        }
        LoadPlan plan = SOLVER.solve(builder.build());

        assertThat(plan.seconds()).isEqualTo(4);
        assertThat(plan.choice()).satisfies(choice -> assertThat(
                        Arrays.stream(choice).filter(option -> option % 2 == 0).count())
                .isEqualTo(1));
    }

    @Test
    void nothingToDoTakesAsLongAsWhatRuns() {
        LoadPlan plan = SOLVER.solve(new LoadProblem.Builder(1, 7).build());

        assertThat(plan.seconds()).isEqualTo(7);
        assertThat(plan.bound()).isCloseTo(7, within(1e-6));
    }

    @Test
    void anOptionThatAloneTakesLongerThanThePlanIsLeft() {
        // Half of it on each device would be done after 2 s. But a task runs on one: 3 s on the first, 6 s on the
        // other.
        LoadProblem.Builder builder = new LoadProblem.Builder(0, 0);
        builder.task().option(3).use(0, 3).option(6).use(1, 6);
        LoadPlan plan = SOLVER.solve(builder.build());

        assertThat(plan.seconds()).isEqualTo(3);
        assertThat(plan.bound()).isEqualTo(3);
    }

    /** No plan is shorter than what the oracle finds possible, and none is proved to be longer. */
    @Test
    void boundsAndPlansEncloseTheOptimum() {
        LongStream.range(0, 300).forEach(seed -> {
            LoadProblem problem = SeededLoads.any(seed);
            LoadPlan plan = SOLVER.solve(problem);
            double tolerance = 1e-6 * Math.max(1, plan.seconds());

            assertThat(plan.check(problem)).as("seed %d", seed).isEmpty();
            assertThat(plan.seconds()).as("whole, seed %d", seed).isGreaterThanOrEqualTo(plan.bound() - tolerance);
            assertThat(plan.fractional())
                    .as("fractional, seed %d", seed)
                    .isGreaterThanOrEqualTo(plan.bound() - tolerance);
            // A plan that is done before the bound is impossible: it takes no option that alone takes so long.
            assertThat(LinearOracle.leastSeconds(problem, plan.bound() - tolerance))
                    .as("bound, seed %d", seed)
                    .isGreaterThanOrEqualTo(plan.bound() - tolerance);
            assertThat(LinearOracle.leastSeconds(problem, Double.POSITIVE_INFINITY))
                    .as("plan, seed %d", seed)
                    .isLessThanOrEqualTo(plan.fractional() + tolerance);
        });
    }

    /** The oracle's integer program on the smallest stages: whole tasks, as they run. */
    @Test
    void wholePlansAreNearTheBestOnes() {
        double[] ratios = LongStream.range(0, 60)
                .mapToDouble(seed -> {
                    LoadProblem problem = SeededLoads.of(new LoadShape(24, 5, seed % 2 == 0, false), seed);
                    return SOLVER.solve(problem).seconds() / LinearOracle.leastWholeSeconds(problem);
                })
                .sorted()
                .toArray();

        assertThat(ratios[0]).isGreaterThanOrEqualTo(1 - 1e-6);
        assertThat(ratios[ratios.length / 2]).as("median").isLessThan(1.05);
        assertThat(ratios[ratios.length - 1]).as("worst").isLessThan(1.35);
    }

    @Test
    void plainClustersComeWithinTwoPercentAndMixedOnesWithinFive() {
        for (boolean skewed : List.of(false, true)) {
            LoadPlan plain = SOLVER.solve(SeededLoads.of(new LoadShape(2_000, 50, false, skewed), 7));
            LoadPlan mixed = SOLVER.solve(SeededLoads.of(new LoadShape(2_000, 50, true, skewed), 7));

            assertThat(plain.fractional() / plain.bound())
                    .as("plain, skewed %s", skewed)
                    .isLessThan(1.02);
            assertThat(mixed.fractional() / mixed.bound())
                    .as("mixed, skewed %s", skewed)
                    .isLessThan(1.05);
        }
    }

    /** Forced onto one resource, tasks make it so busy that any option seems fit. */
    @Test
    void aPlanIsNoLongerThanTheGreedyOne() {
        LoadProblem.Builder builder = new LoadProblem.Builder(0, 0, 0);
        for (int task = 0; task < 10; task++) {
            builder.task()
                    .option(1)
                    .use(0, 0.5)
                    .option(1.1)
                    .use(1, 0.01)
                    .option(4.9)
                    .use(2, 0.005);
        }

        assertThat(SOLVER.solve(builder.build()).seconds()).isEqualTo(1.1);
    }

    /** 2,001 equal tasks on two resources: one of these has half a task more than the best plan of split ones. */
    @Test
    void aRestThatCannotBeSplitIsNotSearchedForEver() {
        LoadProblem.Builder builder = new LoadProblem.Builder(0, 0);
        for (int task = 0; task < 2_001; task++) {
            builder.task().option(1).use(0, 1).option(1).use(1, 1);
        }

        assertThat(SOLVER.solve(builder.build()).seconds()).isEqualTo(1_001);
    }

    @Test
    void anOptionThatUsesNothingIsTaken() {
        LoadProblem problem = new LoadProblem.Builder(0)
                .task()
                .option(0)
                .use(0, 1)
                .option(0.5)
                .build();

        assertThat(SOLVER.solve(problem).seconds()).isEqualTo(0.5);
    }

    @Test
    void withoutResourcesTheLongestTaskIsTheBound() {
        LoadPlan plan = SOLVER.solve(
                new LoadProblem.Builder().task().option(10).option(3).build());

        assertThat(plan.seconds()).isEqualTo(3);
        assertThat(plan.bound()).isEqualTo(3);
    }

    @Test
    void theSameProblemGetsTheSamePlan() {
        LoadProblem problem = SeededLoads.of(new LoadShape(500, 50, true, true), 3);

        assertThat(SOLVER.solve(problem).choice())
                .isEqualTo(SOLVER.solve(problem).choice());
    }

    @Test
    void aPlanThatLiesIsFound() {
        LoadProblem problem = SeededLoads.of(new LoadShape(50, 5, true, false), 3);
        LoadPlan plan = SOLVER.solve(problem);

        assertThat(stated(plan, plan.choice(), plan.seconds() - 0.01, plan.bound())
                        .check(problem))
                .hasValueSatisfying(why -> assertThat(why).startsWith("states seconds "));
        assertThat(stated(plan, plan.choice(), plan.seconds(), plan.bound() + 0.01)
                        .check(problem))
                .hasValueSatisfying(why -> assertThat(why).startsWith("states a bound of "));
        int[] other = plan.choice().clone();
        other[1] = problem.firstOption(1) - 1;
        assertThat(stated(plan, other, plan.seconds(), plan.bound()).check(problem))
                .hasValue("task 1: 2 is none of its options");
    }

    private static LoadPlan stated(LoadPlan plan, int[] choice, double seconds, double bound) {
        return new LoadPlan(choice, seconds, plan.fractional(), plan.prices(), plan.limit(), bound);
    }

    @Test
    void aProblemNeedsOptionsAndSeconds() {
        LoadProblem.Builder builder = new LoadProblem.Builder(0, 0);

        assertThatThrownBy(() -> builder.option(1)).hasMessage("expected a task before its first option");
        assertThatThrownBy(() -> builder.task().option(1).use(2, 1))
                .hasMessage("resource: expected an index below 2, got 2");
        assertThatThrownBy(() -> builder.use(1, Double.NaN))
                .hasMessage("seconds of resource 1: expected 0 to 1.0E15, got NaN");
        assertThatThrownBy(() -> builder.task().build()).hasMessage("task 1: expected an option");
        assertThatThrownBy(() -> builder.option(-1)).hasMessage("seconds of option 1: expected 0 to 1.0E15, got -1.0");
        assertThatThrownBy(() -> new LoadProblem.Builder(0, -1))
                .hasMessage("base of resource 1: expected 0 to 1.0E15, got -1.0");
    }
}
