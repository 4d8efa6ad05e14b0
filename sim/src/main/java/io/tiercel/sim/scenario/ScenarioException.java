package io.tiercel.sim.scenario;

/** An error in a scenario file: {@code file:line: key: reason}. */
public final class ScenarioException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScenarioException(String message) {
        super(message);
    }
}
