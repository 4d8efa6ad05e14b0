package io.tiercel.sim.engine;

/** Work in progress that takes simulated time. */
@FunctionalInterface
public interface Cancellable {
    /** Stops the work without calling its completion callback; does nothing if it has ended. */
    void cancel();
}
