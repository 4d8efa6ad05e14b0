package io.tiercel.sim.paper;

import java.util.Locale;
import java.util.Optional;

/**
 * What a paper reports of one number, as exactly as its text, its table or the labels of its figure say it.
 *
 * @param low at least this
 * @param high at most this; infinite for no bound
 */
public record PaperRange(double low, double high) {
    public PaperRange {
        if (!(low <= high)) {
            throw new IllegalArgumentException("range: expected low up to high, got " + low + " to " + high);
        }
    }

    /** Just this value. */
    public static PaperRange of(double value) {
        return new PaperRange(value, value);
    }

    static Optional<PaperRange> exactly(double value) {
        return Optional.of(of(value));
    }

    boolean contains(double value, double tolerance) {
        return value >= low - tolerance && value <= high + tolerance;
    }

    @Override
    public String toString() {
        if (low == high) {
            return number(low);
        }
        if (high == Double.POSITIVE_INFINITY) {
            return ">" + number(low);
        }
        return low == Double.NEGATIVE_INFINITY ? "<" + number(high) : number(low) + "-" + number(high);
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.1f", value);
    }
}
