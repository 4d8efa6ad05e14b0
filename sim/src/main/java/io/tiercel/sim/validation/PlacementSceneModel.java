package io.tiercel.sim.validation;

import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.RunSpec;
import io.tiercel.sim.schedule.SchedulingSpec;
import java.util.List;
import java.util.Optional;

/** The scene <em>placement</em>: jobs under policies, with one replica of each block on an SSD. */
final class PlacementSceneModel implements SceneModel {
    private static final String FASTEST = "trident";
    private static final int SSD_SCORE = 8;

    @Override
    public List<String> notes() {
        return List.of("What a job computes by what it reads is fitted on its runs under " + FASTEST
                + ", where devices hide least of it; other policies' runs are predicted with it.");
    }

    @Override
    public Use use(Subject subject) {
        return subject.treatment().equals(FASTEST) ? Use.FITTED : Use.PREDICTED;
    }

    @Override
    public Optional<Subject> source(Subject subject, List<Subject> all) {
        return subject.under(FASTEST, all);
    }

    @Override
    public boolean knowsMemory(Subject subject) {
        return true; // nothing is there
    }

    @Override
    public RunSpec scenario(Subject subject, FittedCosts costs, long seed) {
        return SceneSimulation.of(subject, 1, scheduling(subject), MemoryUse.NONE, 0, 0, costs, seed);
    }

    /** The score 8 stands for the scene's SSDs. */
    private static SchedulingSpec scheduling(Subject subject) {
        return SceneSimulation.scheduling(
                subject.treatment(), SSD_SCORE * subject.scene().testbed().ssd());
    }
}
