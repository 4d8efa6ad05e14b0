package io.tiercel.sim.validation;

import io.tiercel.sim.run.RunSpec;
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

    /** One sentence for each thing that is fitted or not simulated. */
    List<String> notes();

    Use use(Subject subject);

    /** The subject on whose runs the job's computing is fitted; empty for searches for a word, whose costs are known. */
    default Optional<Subject> source(Subject subject, List<Subject> all) {
        return Optional.empty();
    }

    /** Whether tasks are placed by what is in memory, so that the scheduler counts it; if not, DataNodes count it. */
    boolean knowsMemory(Subject subject);

    /** One run. Its last job is the subject's. */
    RunSpec scenario(Subject subject, FittedCosts costs, long seed);
}
