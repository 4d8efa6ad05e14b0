package io.tiercel.sim.validation;

import io.tiercel.sim.run.MemoryUse;
import java.util.List;
import java.util.Optional;

/** The scene <em>placement</em>: jobs under policies, with one replica of each block on an SSD. */
final class PlacementSceneModel implements SceneModel {
    private static final String FASTEST = "trident";

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
    public Optional<String> fittedUnder(Subject subject) {
        return Optional.of(FASTEST);
    }

    @Override
    public SceneSimulation simulation(Subject subject, FittedCosts costs) {
        double scoreUnit = SceneSimulation.SSD_SCORE * subject.scene().testbed().ssd();
        return new SceneSimulation(1, SceneSimulation.scheduling(subject.treatment(), scoreUnit), MemoryUse.NONE, 0, 0);
    }
}
