package io.tiercel.sim.reality;

import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.migrate.Prefetching;
import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.ReadOrder;
import io.tiercel.sim.run.Scenario;
import io.tiercel.sim.run.Scheduling;
import java.util.List;

/** The scene <em>lead-time</em>: input that is brought into memory before a job begins, or while it runs. */
final class LeadTimeModel implements SceneModel {
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
    public Scenario scenario(Subject subject, Costs costs, long seed) {
        return switch (subject.treatment()) {
            case STOCK -> Scenarios.of(subject, 1, scheduling(STOCK, subject), MemoryUse.NONE, 0, 0, costs, seed);
            case MEMORY ->
                Scenarios.of(subject, 1, scheduling(STOCK, subject), MemoryUse.INPUTS, Scenarios.ROOM, 0, costs, seed);
            default -> migrated(subject, costs, seed);
        };
    }

    private static Scenario migrated(Subject subject, Costs costs, long seed) {
        Prefetching all = Prefetching.all(subject.treatment(), Scenarios.ROOM).yielding(Engine.SECOND);
        MemoryUse use = MemoryUse.prefetching(all, ReadOrder.MEMORY_FIRST);
        return Scenarios.of(
                subject,
                1,
                scheduling("trident", subject),
                use,
                Scenarios.ROOM,
                subject.any().lead(),
                costs,
                seed);
    }

    private static Scheduling scheduling(String policy, Subject subject) {
        return Scenarios.scheduling(policy, subject.scene().testbed());
    }
}
