package io.tiercel.sim.validation;

import io.tiercel.sim.run.RunSpec;
import java.util.List;
import java.util.Optional;

/** How the runs of a scene are simulated. */
interface SceneModel {
    /** What a subject's measurements are used for. */
    enum Use {
        /** They are set beside what is simulated, which knows nothing of them. */
        PREDICTED,
        /** Of them is taken what its job costs. */
        FITTED,
        /** It is not simulated. */
        LEFT_OUT
    }

    /** One sentence on what is not simulated, or is fitted. */
    List<String> notes();

    Use use(Subject subject);

    /** The subject of the same scene of whose runs it is taken what a job computes by what it reads; empty if it searches for a word, the costs of which are known. */
    default Optional<Subject> source(Subject subject, List<Subject> all) {
        return Optional.empty();
    }

    /** Whether tasks go by what is in memory, so that the scheduler counts it; if not, DataNodes say what they found there. */
    boolean knowsMemory(Subject subject);

    /** One run: the last job to end is the subject's. */
    RunSpec scenario(Subject subject, FittedCosts costs, long seed);
}
