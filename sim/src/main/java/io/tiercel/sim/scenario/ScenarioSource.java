package io.tiercel.sim.scenario;

/**
 * The source of a scenario, for messages.
 *
 * @param file the file's name
 */
record ScenarioSource(String file) {
    /** The line of a value that was set from outside. */
    static final int SET = 0;

    /**
     * The exception for a value that cannot be used.
     *
     * @param line from 1, or {@link #SET}
     * @param path the keys that lead to it, separated by dots; may be empty
     */
    ScenarioException failure(int line, String path, String reason) {
        String place = line == SET ? "--set" : file + ":" + line + ":";
        return new ScenarioException(place + " " + (path.isEmpty() ? "" : path + ": ") + reason);
    }
}
