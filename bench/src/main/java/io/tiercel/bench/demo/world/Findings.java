package io.tiercel.bench.demo.world;

import io.tiercel.bench.demo.report.SceneReport;
import java.time.Instant;

/** What the trials of a scene say. */
public interface Findings {
    /** Whether all runs returned the same. */
    boolean identical();

    /** For people. */
    SceneReport build(Instant started);
}
