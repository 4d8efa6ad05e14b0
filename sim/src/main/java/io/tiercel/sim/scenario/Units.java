package io.tiercel.sim.scenario;

import java.util.OptionalDouble;

/** Sizes and rates in the notation of scenario files. */
public final class Units {
    private Units() {}

    /** Bytes of a text such as {@code 4 GiB}; empty if it is none. */
    public static OptionalDouble size(String text) {
        return QuantityParser.size(text.strip());
    }

    /** Bytes a second of a text such as {@code 160 MB/s}; empty if it is none. */
    public static OptionalDouble rate(String text) {
        return QuantityParser.rate(text.strip());
    }
}
