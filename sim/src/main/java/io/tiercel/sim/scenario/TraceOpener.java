package io.tiercel.sim.scenario;

import java.io.BufferedReader;
import java.io.IOException;

/** Opens the traces that scenarios name; the simulator itself opens no files. */
public interface TraceOpener {
    /**
     * Opens a trace, uncompressed.
     *
     * @param name as the scenario has it
     * @throws IOException if it cannot be opened, with a message that says why
     */
    BufferedReader open(String name) throws IOException;
}
