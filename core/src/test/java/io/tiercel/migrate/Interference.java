package io.tiercel.migrate;

/**
 * A device's bandwidth over time: its full bandwidth, and while others use it a part of that.
 *
 * @param bytesPerSecond full bandwidth
 * @param slowdown by how much others slow it down, at least 1
 * @param period nanoseconds for which they are at it and then not at it, in turns; 0 for always
 * @param atFirst whether they begin with being at it
 */
public record Interference(double bytesPerSecond, double slowdown, long period, boolean atFirst) {
    public static Interference none(double bytesPerSecond) {
        return new Interference(bytesPerSecond, 1, 0, true);
    }

    public static Interference always(double bytesPerSecond, double slowdown) {
        return new Interference(bytesPerSecond, slowdown, 0, true);
    }

    /** Bytes per nanosecond at {@code time}. */
    private double rate(long time) {
        boolean active = period == 0 || (time / period % 2 == 0) == atFirst;
        return bytesPerSecond / 1e9 / (active ? slowdown : 1);
    }

    /** When {@code bytes} that the device begins to read at {@code start} have come in. */
    long end(long start, double bytes) {
        long time = start;
        double left = bytes;
        while (true) {
            long change = period == 0 ? Long.MAX_VALUE : (time / period + 1) * period;
            double nanos = left / rate(time);
            if (nanos <= change - time) {
                return time + Math.round(Math.ceil(nanos));
            }
            left -= rate(time) * (change - time);
            time = change;
        }
    }

    /** Bytes that it yields until {@code time}. */
    double until(long time) {
        double bytes = 0;
        for (long at = 0; at < time; ) {
            long change = period == 0 ? time : Math.min(time, (at / period + 1) * period);
            bytes += rate(at) * (change - at);
            at = change;
        }
        return bytes;
    }
}
