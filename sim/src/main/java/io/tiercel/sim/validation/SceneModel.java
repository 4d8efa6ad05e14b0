package io.tiercel.sim.validation;

import java.util.List;
import java.util.Optional;

/** Simulates the runs of a scene. */
interface SceneModel {
    /** Use of a subject's measurements. */
    enum Use {
        /** Compared with the simulation, which does not know them. */
        PREDICTED,
        /** Costs are fitted on them. */
        FITTED,
        LEFT_OUT
    }

    static SceneModel of(String scene) {
        return switch (scene) {
            case "lead-time" -> new LeadTimeSceneModel();
            case "placement" -> new PlacementSceneModel();
            case "prefetch" -> new PrefetchSceneModel();
            case "re-use" -> new ReuseSceneModel();
            default ->
                throw new IllegalArgumentException(
                        "scene: expected one of lead-time, placement, prefetch, re-use, got '" + scene + "'");
        };
    }

    /** One sentence for each thing that is fitted or not simulated. */
    List<String> notes();

    Use use(Subject subject);

    /** The treatment on whose runs the job's computing is fitted; empty for searches for a word, whose costs are known. */
    default Optional<String> fittedUnder(Subject subject) {
        return Optional.empty();
    }

    /** Whether tasks are placed by what is in memory, so that the scheduler counts it; if not, DataNodes count it. */
    default boolean knowsMemory(Subject subject) {
        return true;
    }

    SceneSimulation simulation(Subject subject, FittedCosts costs);
}
