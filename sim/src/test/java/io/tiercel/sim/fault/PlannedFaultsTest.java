package io.tiercel.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.sim.run.RunResult;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.SeededScenarios;
import io.tiercel.sim.schedule.PlanSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.stage.HoldRule;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Jobs whose reads are planned, while nodes fail, return and are slow. The verifier watches every run. */
final class PlannedFaultsTest {
    private static final int SEEDS = 250;

    @Test
    void whateverFailsEveryPlannedJobEndsOrFailsWithAReason() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RunSpec scenario = planned(SeededScenarios.faulty(seed));
            RunResult run = SeededScenarios.run(scenario, seed);
            assertThat(run.jobs())
                    .as("seed %d", seed)
                    .hasSameSizeAs(scenario.workload().jobs());
        }
    }

    private static RunSpec planned(RunSpec run) {
        SchedulingSpec old = run.scheduling();
        SchedulingSpec scheduling = new SchedulingSpec(
                old.policy(),
                old.costs(),
                OfferMode.ALL_SLOTS,
                old.heartbeat(),
                LocalityWait.NONE,
                old.shuffles(),
                HoldRule.NEVER,
                Optional.of(PlanSpec.EXACT));
        return new RunSpec(
                run.cluster(), run.storage(), run.workload(), scheduling, run.tasks(), run.disturbances(), run.seed());
    }
}
