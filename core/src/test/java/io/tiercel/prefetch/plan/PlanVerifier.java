package io.tiercel.prefetch.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.prefetch.InputBlock;
import io.tiercel.prefetch.PrefetchProblem;

/** Properties of every plan. */
final class PlanVerifier {
    private PlanVerifier() {}

    static void verify(String world, PrefetchProblem problem, PlannerSettings settings, PrefetchPlan plan) {
        verifyRoom(world, problem, plan);
        assertThat(plan.seconds()).as(world).isLessThanOrEqualTo(plan.secondsWithout() + 1e-9);
        assertThat(plan.delay()).as(world).isBetween(0.0, settings.maxDelay());
        if (plan.taken().isEmpty()) {
            assertThat(plan.delay()).as(world).isZero();
        } else {
            assertThat(plan.secondsWithout() - plan.seconds())
                    .as(world)
                    .isGreaterThanOrEqualTo(settings.leastGain() * plan.secondsWithout() - 1e-9);
        }
        double[] ready = plan.blocks().stream()
                .mapToDouble(decision -> decision.taken()
                                || !Double.isFinite(decision.readyAt())
                                || decision.choice() != PrefetchReason.LATE
                        ? decision.readyAt()
                        : InputBlock.NOT_COMING)
                .toArray();
        assertThat(
                        plan.model() == PlanModel.OWN_DEVICES
                                ? NaiveModels.seconds(
                                        problem,
                                        ready,
                                        plan.delay(),
                                        settings.models().rescoring())
                                : contended(problem, settings, plan))
                .as(world + ": the plan's own times give the job's end that it foretells")
                .isCloseTo(plan.seconds(), org.assertj.core.api.Assertions.within(1e-6));
    }

    private static double contended(PrefetchProblem problem, PlannerSettings settings, PrefetchPlan plan) {
        int[] source = plan.blocks().stream().mapToInt(BlockDecision::device).toArray();
        return new NaiveContention(problem, settings.models().contention(), source, plan.delay()).end;
    }

    static void verifyRoom(String world, PrefetchProblem problem, PrefetchPlan plan) {
        assertThat(plan.blocks()).as(world).hasSameSizeAs(problem.blocks());
        long[] used = new long[problem.memoryFree().size()];
        for (int b = 0; b < plan.blocks().size(); b++) {
            BlockDecision decision = plan.blocks().get(b);
            assertThat(decision.device() >= 0).as(world).isEqualTo(decision.taken());
            if (decision.taken()) {
                InputBlock block = problem.blocks().get(b);
                assertThat(block.devices()).as(world).contains(decision.device());
                assertThat(block.readyAt()).as(world).isEqualTo(InputBlock.NOT_COMING);
                used[problem.devices().get(decision.device()).node()] += block.bytes();
            }
        }
        for (int node = 0; node < used.length; node++) {
            assertThat(used[node])
                    .as(world + " node " + node)
                    .isLessThanOrEqualTo(problem.memoryFree().get(node));
        }
    }
}
