package io.tiercel.sim.run;

import static io.tiercel.sim.cluster.Specs.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.CostModel;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.ClusterSpec;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.compare.LeastTimes;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.JobResult;
import io.tiercel.sim.run.StorageSpec.MemoryUse;
import io.tiercel.sim.schedule.SchedulingSpec;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LeastTimesTest {
    private static final double ROUNDING = 1e-6;

    /** One node with an HDD of 100 MB/s. Each of four maps starts in 1 s, reads 100 MB in 1 s, and computes for 2 s. */
    private static RunSpec scenario(int slots) {
        return scenario(Specs.plain(1, slots));
    }

    private static RunSpec scenario(ClusterSpec cluster) {
        Workload workload = new Workload(
                List.of(new InputFile("in", 400 * MB)),
                List.of(new Job("job", 0, Optional.of("in"), 400 * MB, 0.02 / MB, Optional.empty(), 0)));
        SchedulingSpec scheduling = new SchedulingSpec(
                AssignmentPolicies.named("stock"), CostModel.trident(), OfferMode.ALL_SLOTS, Engine.SECOND);
        return RunSpecs.plain(
                cluster, new OneTierPlacement(Tier.HDD, 1), workload, scheduling, 100 * MB, Engine.SECOND, 1);
    }

    /** With one slot all run one after the other, with four slots at once, and the disk is busy for 4 s. */
    @ParameterizedTest
    @CsvSource({"1, 16, 16", "2, 8, 9", "4, 4, 7"})
    void aBoundIsAsByHand(int slots, double least, double simulated) {
        RunSpec scenario = scenario(slots);
        LeastTimes bounds = new LeastTimes(scenario);
        RunResult run = Simulation.run(scenario, 0, bounds);
        assertThat(bounds.of("job")).isCloseTo(least, within(ROUNDING));
        assertThat(bounds.mean()).isEqualTo(bounds.of("job")).isEqualTo(bounds.quantile(0.95));
        assertThat(run.jobs().get(0).duration() / 1e9).isCloseTo(simulated, within(1.0));
    }

    @Test
    void noJobOfAnyScenarioIsFasterThanItsBound() {
        int compared = 0;
        for (long seed = 50_000; seed < 50_400; seed++) {
            RunSpec scenario = SeededScenarios.of(seed);
            if (scenario.storage().memory().copiesBlocks()) {
                continue;
            }
            LeastTimes bounds = new LeastTimes(scenario);
            for (JobResult job : Simulation.run(scenario, 0, bounds).jobs()) {
                if (job.failure().isEmpty()) {
                    assertThat(job.duration() / 1e9)
                            .as("seed %d, %s", seed, job.job().name())
                            .isGreaterThanOrEqualTo(bounds.of(job.job().name()) - ROUNDING);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(100);
    }

    @Test
    void thereIsNoBoundWhereBlocksComeIntoMemory() {
        RunSpec cached = RunSpecs.withMemory(scenario(Specs.tiered(1, 1, 2, 1_000)), MemoryUse.PAGE_CACHE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeastTimes(cached))
                .withMessageStartingWith("memory: expected no copies of blocks");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LeastTimes(scenario(2)).of("job"))
                .withMessageContaining("got 'job'");
    }
}
