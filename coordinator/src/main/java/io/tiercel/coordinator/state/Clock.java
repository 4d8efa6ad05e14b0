package io.tiercel.coordinator.state;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The two clocks: a ticker that never goes back, by which everything is decided, and the wall's, for people and for times that
 * callers state.
 *
 * @param ticker nanoseconds since an arbitrary origin
 */
public record Clock(LongSupplier ticker, InstantSource wall) {
    private static final long MILLI = 1_000_000;

    public static Clock system() {
        return new Clock(System::nanoTime, InstantSource.system());
    }

    /** Nanoseconds. */
    public long now() {
        return ticker.getAsLong();
    }

    /** Milliseconds since the epoch. */
    public long millis() {
        return wall.millis();
    }

    /** A time of the ticker as milliseconds since the epoch. */
    long millisAt(long nanos) {
        return millis() + (nanos - now()) / MILLI;
    }
}
