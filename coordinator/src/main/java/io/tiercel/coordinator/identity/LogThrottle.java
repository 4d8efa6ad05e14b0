package io.tiercel.coordinator.identity;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Lets one line a second into the log, where anybody may cause many. Thread-safe. */
public final class LogThrottle {
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanos;
    private boolean hasLogged;
    private long last;
    private long leftOut;

    /** @param nanos the clock */
    public LogThrottle(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @param line logs; it is given the line's end, which says how many were left out before, if any */
    public void log(Consumer<String> line) {
        String end;
        synchronized (this) {
            long now = nanos.getAsLong();
            if (hasLogged && now - last < PAUSE) {
                leftOut++;
                return;
            }
            hasLogged = true;
            last = now;
            end = leftOut == 0 ? "" : " (" + leftOut + " more such lines were left out)";
            leftOut = 0;
        }
        line.accept(end);
    }
}
