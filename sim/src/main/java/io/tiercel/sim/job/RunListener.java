package io.tiercel.sim.job;

import io.tiercel.sim.engine.SharedResource.TransferListener;
import io.tiercel.sim.shared.SharedReadListener;

/** Hears what happens in a run, and changes nothing. Times are nanoseconds since the beginning. */
public interface RunListener extends SharedReadListener {
    RunListener NONE = new RunListener() {};

    /** A job begins; none of its maps has started, and what it reads is where it was placed. */
    default void jobBegins(long time, JobRun job) {}

    default void jobEnds(long time, JobResult job) {}

    default void taskStarts(long time, int node) {}

    default void taskEnds(long time, int node) {}

    default void nodeFails(long time, int node) {}

    default void nodeReturns(long time, int node) {}

    /** An agent of {@code node} begins to bring a block into memory. */
    default void migrationBegins(long time, int node) {}

    /** The block is in memory, or will not come in any more. */
    default void migrationEnds(long time, int node) {}

    /** A round of scheduling begins, over one node's slots or over all. */
    default void roundBegins() {}

    /** A round of scheduling ends; {@code waiting} tasks waited when it began. */
    default void roundEnds(int waiting) {}

    default TransferListener transfers() {
        return TransferListener.NONE;
    }
}
