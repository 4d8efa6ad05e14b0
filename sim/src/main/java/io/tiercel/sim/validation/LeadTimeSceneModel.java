package io.tiercel.sim.validation;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.job.ReplicaOrder;
import io.tiercel.sim.migrate.AgentSpec;
import io.tiercel.sim.migrate.PlannerSpec;
import io.tiercel.sim.migrate.PrefetchSpec;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import java.util.List;

/** The scene <em>lead-time</em>: input is brought into memory before a job begins, or while it runs. */
final class LeadTimeSceneModel implements SceneModel {
    private static final String MEMORY = "memory";
    private static final String STOCK = "stock";
    private static final String DIRECTIVES = "directives";

    @Override
    public List<String> notes() {
        return List.of("HDFS' own cache directives are not simulated.");
    }

    @Override
    public Use use(Subject subject) {
        return switch (subject.treatment()) {
            case DIRECTIVES -> Use.LEFT_OUT;
            case MEMORY -> Use.FITTED;
            default -> Use.PREDICTED;
        };
    }

    @Override
    public boolean knowsMemory(Subject subject) {
        return !subject.treatment().equals(MEMORY) && !subject.treatment().equals(STOCK);
    }

    @Override
    public RunSpec scenario(Subject subject, FittedCosts costs, long seed) {
        return switch (subject.treatment()) {
            case STOCK -> SceneSimulation.of(subject, 1, scheduling(STOCK, subject), MemoryUse.NONE, 0, 0, costs, seed);
            case MEMORY ->
                SceneSimulation.of(
                        subject, 1, scheduling(STOCK, subject), MemoryUse.INPUTS, SceneSimulation.ROOM, 0, costs, seed);
            default -> migrated(subject, costs, seed);
        };
    }

    private static RunSpec migrated(Subject subject, FittedCosts costs, long seed) {
        PrefetchSpec all = new PrefetchSpec(
                PlannerSpec.everything(),
                AgentSpec.yielding(subject.treatment(), Engine.SECOND),
                SceneSimulation.ROOM,
                false);
        MemoryUse use = MemoryUse.prefetching(all, ReplicaOrder.MEMORY_FIRST);
        return SceneSimulation.of(
                subject,
                1,
                scheduling("trident", subject),
                use,
                SceneSimulation.ROOM,
                subject.any().lead(),
                costs,
                seed);
    }

    private static SchedulingSpec scheduling(String policy, Subject subject) {
        return SceneSimulation.scheduling(policy, subject.scene().testbed());
    }
}
