package io.tiercel.sim.scenario;

import io.tiercel.config.Excerpt;

/** An error in a scenario file: {@code file:line: key: reason}. */
public final class ScenarioException extends RuntimeException {
    /** The line of a value that was set from outside. */
    static final int SET = 0;

    private static final long serialVersionUID = 1L;

    /**
     * @param line from 1, or {@link #SET}
     * @param path the keys that lead to the value, separated by dots; may be empty
     */
    ScenarioException(String file, int line, String path, String reason) {
        super((line == SET ? "--set" : file + ":" + line + ":") + " " + (path.isEmpty() ? "" : Excerpt.of(path) + ": ")
                + reason);
    }
}
