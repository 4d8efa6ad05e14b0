package io.tiercel.sim.paper;

import java.util.Locale;

/**
 * What a paper reports of one number, in percent, as exactly as its text says it.
 *
 * @param low at least this
 * @param high at most this
 */
record PaperRange(double low, double high) {
    boolean contains(double percent, double tolerance) {
        return percent >= low - tolerance && percent <= high + tolerance;
    }

    @Override
    public String toString() {
        if (low == high) {
            return String.format(Locale.ROOT, "%.0f", low);
        }
        return high >= 100
                ? String.format(Locale.ROOT, ">%.0f", low)
                : String.format(Locale.ROOT, "%.0f-%.0f", low, high);
    }
}
