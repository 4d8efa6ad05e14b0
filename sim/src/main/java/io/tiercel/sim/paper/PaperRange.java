package io.tiercel.sim.paper;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One number that a paper reports, as exactly as its text, table or labels give it.
 *
 * @param low lower bound, inclusive; infinite for none
 * @param high upper bound, inclusive; infinite for none
 */
public record PaperRange(double low, double high) {
    private static final Pattern FROM_TO = Pattern.compile("([0-9.]+)-([0-9.]+)");

    public PaperRange {
        if (!(low <= high)) {
            throw new IllegalArgumentException("range: expected low up to high, got " + low + " to " + high);
        }
    }

    /** Exactly this value. */
    public static PaperRange of(double value) {
        return new PaperRange(value, value);
    }

    /** The range of a text such as {@code 31.5}, {@code 30-40}, {@code <0} or {@code >25}; empty for {@code -}. */
    static Optional<PaperRange> parse(String text) {
        if (text.equals("-")) {
            return Optional.empty();
        }
        Matcher fromTo = FROM_TO.matcher(text);
        if (fromTo.matches()) {
            return Optional.of(
                    new PaperRange(Double.parseDouble(fromTo.group(1)), Double.parseDouble(fromTo.group(2))));
        }
        return Optional.of(
                switch (text.charAt(0)) {
                    case '<' -> new PaperRange(Double.NEGATIVE_INFINITY, Double.parseDouble(text.substring(1)));
                    case '>' -> new PaperRange(Double.parseDouble(text.substring(1)), Double.POSITIVE_INFINITY);
                    default -> of(Double.parseDouble(text));
                });
    }

    boolean contains(double value, double tolerance) {
        return value >= low - tolerance && value <= high + tolerance;
    }

    /** The text that {@link #parse} reads. */
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
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
    }
}
