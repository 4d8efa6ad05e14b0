package io.tiercel.sim.validation;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.AgentSpec;
import io.tiercel.sim.migrate.PlannerSpec;
import io.tiercel.sim.run.MemoryUse;
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
    public SceneSimulation simulation(Subject subject, FittedCosts costs) {
        SchedulingSpec stock = SceneSimulation.scheduling(STOCK, subject.scene().testbed());
        return switch (subject.treatment()) {
            case STOCK -> new SceneSimulation(1, stock, MemoryUse.NONE, 0, 0);
            case MEMORY -> new SceneSimulation(1, stock, MemoryUse.INPUTS, SceneSimulation.ROOM, 0);
            default ->
                SceneSimulation.prefetching(
                        subject, PlannerSpec.everything(), AgentSpec.yielding(subject.treatment(), Engine.SECOND));
        };
    }
}
