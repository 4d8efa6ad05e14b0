package io.tiercel.bench.demo.world;

import io.tiercel.bench.demo.report.SceneReport;
import io.tiercel.bench.demo.report.Verdict;
import java.time.Instant;

/** What the trials of a scene say. */
public interface Findings {
    /** Whether runs of the same job returned the same. */
    Verdict sameResults();

    /** For people. */
    Draft draft();

    /** Whether all runs returned what they should. */
    default boolean identical() {
        return sameResults().holds();
    }

    /** What is shown of a scene that began then. */
    default SceneReport build(Instant started) {
        return draft().since(started);
    }
}
