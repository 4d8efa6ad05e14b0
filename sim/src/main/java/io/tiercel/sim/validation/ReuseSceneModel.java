package io.tiercel.sim.validation;

import io.tiercel.sim.run.MemoryUse;
import java.util.List;

/** The scene <em>re-use</em>: two identical jobs one after the other, with page caches of some size. */
final class ReuseSceneModel implements SceneModel {
    /** Ends the name of a second job, which finds what the first has left in page caches. */
    private static final String SECOND = ", second";

    /** The demo's default, by an SSD of 16 MiB/s. */
    private static final double SCORE_UNIT = SceneSimulation.SSD_SCORE * 16 * FittedCosts.MIB;

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
    public SceneSimulation simulation(Subject subject, FittedCosts costs) {
        int jobs = subject.job().endsWith(SECOND) ? 2 : 1;
        String fit = subject.job().substring(0, subject.job().lastIndexOf(", "));
        Long budget = subject.scene().pageCache().get(fit);
        if (budget == null) {
            throw new IllegalArgumentException(
                    "page cache: expected its size for '" + fit + "' among the settings, found none");
        }
        return new SceneSimulation(
                jobs, SceneSimulation.scheduling(subject.treatment(), SCORE_UNIT), MemoryUse.PAGE_CACHE, budget, 0);
    }
}
