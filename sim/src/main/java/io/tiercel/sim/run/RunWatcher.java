package io.tiercel.sim.run;

/** Hears what happens in a run, for whoever shows it. It changes nothing. */
public interface RunWatcher {
    /** Hears nothing. */
    RunWatcher NONE = new RunWatcher() {};

    /** A job has ended. */
    default void jobEnds(long time, JobResult job) {}
}
