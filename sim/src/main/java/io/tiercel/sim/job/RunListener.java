package io.tiercel.sim.job;

import io.tiercel.sim.engine.TransferListener;

/** Hears what happens in a run, for whoever shows it; times are nanoseconds since its beginning. It changes nothing. */
public interface RunListener {
    /** Hears nothing. */
    RunListener NONE = new RunListener() {};

    /** A job has ended. */
    default void jobEnds(long time, JobResult job) {}

    /** A task gets a slot of {@code node}. */
    default void taskStarts(long time, int node) {}

    /** It gives the slot back. */
    default void taskEnds(long time, int node) {}

    /** A node answers no more. */
    default void nodeFails(long time, int node) {}

    /** It does again. */
    default void nodeReturns(long time, int node) {}

    /** An agent of {@code node} begins to bring a block into memory. */
    default void migrationBegins(long time, int node) {}

    /** The block has come in, or does not come in any more. */
    default void migrationEnds(long time, int node) {}

    /** A round of scheduling begins: of one node's slots, or of all. */
    default void roundBegins() {}

    /**
     * It has ended.
     *
     * @param waiting tasks that waited when it began
     */
    default void roundEnds(int waiting) {}

    /** What hears of each transfer on each device and link. */
    default TransferListener transfers() {
        return TransferListener.NONE;
    }
}
