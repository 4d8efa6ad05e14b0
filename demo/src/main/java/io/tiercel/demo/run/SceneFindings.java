package io.tiercel.demo.run;

import io.tiercel.demo.report.ReportClaim;
import io.tiercel.demo.report.SceneReport;
import java.time.Instant;

/** What the trials of a scene say. */
public interface SceneFindings {
    /** Whether runs of the same job returned the same. */
    ReportClaim sameResults();

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
