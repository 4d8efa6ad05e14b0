package io.tiercel.agent.curve;

import java.io.IOException;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/** Reads of several threads at a time from one device. */
interface ConcurrentReads {
    /** Whether others use the device now. Takes a second. False where nobody knows. */
    boolean isInUse() throws IOException, InterruptedException;

    /** Whether a reader still waits for the device, although all were told to end. */
    default boolean isStuck() {
        return false;
    }

    /**
     * Reads for a moment.
     *
     * @param readers at a time
     * @param isAllowed asked again and again; once it says no, all readers end
     * @return bytes per second of all readers together; empty if they were stopped or had too little to read
     */
    OptionalDouble bytesPerSecond(int readers, BooleanSupplier isAllowed) throws IOException, InterruptedException;
}
