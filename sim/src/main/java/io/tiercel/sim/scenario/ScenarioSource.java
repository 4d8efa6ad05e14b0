package io.tiercel.sim.scenario;

/**
 * Where a scenario comes from, for messages.
 *
 * @param file the file's name
 */
record ScenarioSource(String file) {
    /** The line of a value that does not stand in the file but was set from outside. */
    static final int SET = 0;

    /**
     * What is thrown for a value that cannot be used.
     *
     * @param line from 1 on, or {@link #SET}
     * @param path the keys that lead to it, with dots between; may be empty
     */
    ScenarioException failure(int line, String path, String reason) {
        String place = line == SET ? "--set" : file + ":" + line + ":";
        return new ScenarioException(place + " " + (path.isEmpty() ? "" : path + ": ") + reason);
    }
}
