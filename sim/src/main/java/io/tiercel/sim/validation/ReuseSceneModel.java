package io.tiercel.sim.validation;

import io.tiercel.sim.run.MemoryUse;
import io.tiercel.sim.run.RunSpec;
import java.util.List;

/** The scene <em>re-use</em>: two identical jobs one after the other, with page caches of some size. */
final class ReuseSceneModel implements SceneModel {
    /** Ends the name of a second job, which finds what the first has left in page caches. */
    private static final String SECOND = ", second";

    /** The demo's default: 8 times an SSD of 16 MiB/s. */
    private static final double SCORE_UNIT = 8 * 16 * FittedCosts.MIB;

    @Override
    public List<String> notes() {
        return List.of(
                "Tasks read from memory are counted by what the DataNodes found there: agents tell of a first job's last reads when the second has begun, and under stock they tell nobody.");
    }

    @Override
    public Use use(Subject subject) {
        return Use.PREDICTED;
    }

    @Override
    public boolean knowsMemory(Subject subject) {
        return false;
    }

    @Override
    public RunSpec scenario(Subject subject, FittedCosts costs, long seed) {
        boolean second = subject.job().endsWith(SECOND);
        String fit = subject.job().substring(0, subject.job().lastIndexOf(", "));
        Long budget = subject.scene().pageCache().get(fit);
        if (budget == null) {
            throw new IllegalArgumentException(
                    "page cache: expected its size for '" + fit + "' among the settings, found none");
        }
        return SceneSimulation.of(
                subject,
                second ? 2 : 1,
                SceneSimulation.scheduling(subject.treatment(), SCORE_UNIT),
                MemoryUse.PAGE_CACHE,
                budget,
                0,
                costs,
                seed);
    }
}
