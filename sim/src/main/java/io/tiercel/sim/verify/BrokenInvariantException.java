package io.tiercel.sim.verify;

/** A run did what no cluster can do: a defect of the simulator or of a policy, never of the user's input. */
public final class BrokenInvariantException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenInvariantException(long time, String what) {
        super("at " + time + " ns: " + what);
    }
}
