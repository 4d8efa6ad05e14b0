package io.tiercel.sim.schedule;

import static io.tiercel.sim.cluster.Specs.MB;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.assign.Assignment;
import io.tiercel.assign.AssignmentPolicies;
import io.tiercel.assign.AssignmentPolicy;
import io.tiercel.assign.AssignmentProblem;
import io.tiercel.assign.CostModel;
import io.tiercel.assign.Decision;
import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Specs;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.run.RunSpecs;
import io.tiercel.sim.run.Simulation;
import io.tiercel.sim.schedule.SchedulingSpec.LocalityWait;
import io.tiercel.sim.schedule.SchedulingSpec.OfferMode;
import io.tiercel.sim.storage.Placement.OneTierPlacement;
import io.tiercel.sim.verify.BrokenInvariantException;
import io.tiercel.sim.workload.InputFile;
import io.tiercel.sim.workload.Job;
import io.tiercel.sim.workload.Workload;
import io.tiercel.stage.HoldRule;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A policy that leaves a slot free which a task could have is found out, whatever is offered. */
final class LazySchedulerTest {
    /** Decides as another policy, but for one task that it leaves out. */
    private record Lazy(AssignmentPolicy other) implements AssignmentPolicy {
        @Override
        public String name() {
            return "lazy";
        }

        @Override
        public Decision decide(AssignmentProblem problem) {
            Decision decision = other.decide(problem);
            int[] nodes = decision.assignment().toArray();
            for (int task = nodes.length - 1; task >= 0; task--) {
                if (nodes[task] != Assignment.NONE) {
                    nodes[task] = Assignment.NONE;
                    break;
                }
            }
            return new Decision(Assignment.of(problem, nodes), decision.reasons());
        }
    }

    @ParameterizedTest
    @EnumSource(OfferMode.class)
    void aSlotThatIsLeftFreeIsFound(OfferMode offer) {
        Job job = new Job("a", 0, Optional.of("in"), 1_000 * MB, 0, Optional.empty(), 0);
        SchedulingSpec lazy = new SchedulingSpec(
                new Lazy(AssignmentPolicies.named("stock")),
                CostModel.trident(),
                offer,
                Engine.SECOND,
                LocalityWait.ofOffers(5),
                false,
                HoldRule.NEVER);
        RunSpec scenario = RunSpecs.plain(
                Specs.plain(3, 2),
                new OneTierPlacement(Tier.HDD, 1),
                new Workload(List.of(new InputFile("in", 1_000 * MB)), List.of(job)),
                lazy,
                100 * MB,
                Engine.SECOND,
                1);
        assertThatThrownBy(() -> Simulation.run(scenario, 0))
                .isInstanceOf(BrokenInvariantException.class)
                .hasMessageMatching("at \\d+ ns: 1 slots are left free while \\d+ tasks wait");
    }
}
