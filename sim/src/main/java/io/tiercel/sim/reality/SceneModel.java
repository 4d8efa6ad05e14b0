package io.tiercel.sim.reality;

import io.tiercel.sim.run.Scenario;
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

    /** The subject of the same scene of whose runs a job's costs are taken; empty if it searches for a word, the costs of which are known. */
    default Optional<Subject> source(Subject subject, List<Subject> all) {
        return Optional.empty();
    }

    /** Which costs are taken of it. */
    default Unknown unknown() {
        return Unknown.PER_MEBIBYTE;
    }

    /** One number, for there is one measured time. */
    enum Unknown {
        PER_MEBIBYTE,
        DRIVER
    }

    /** Whether tasks go by what is in memory, so that the scheduler counts it; if not, DataNodes say what they found there. */
    boolean knowsMemory(Subject subject);

    /** One run: the last job to end is the subject's. */
    Scenario scenario(Subject subject, Costs costs, long seed);
}
