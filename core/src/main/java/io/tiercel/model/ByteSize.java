package io.tiercel.model;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes as people write and read it; units are powers of 1,024. */
public record ByteSize(long bytes) {
    private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kmg]?)(?:i?b)?(?:/s)?");
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    /**
     * Reads {@code 512k}, {@code 8m} or {@code 1.5 GiB}.
     *
     * @throws IllegalArgumentException if the text is no size
     */
    public static ByteSize of(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a size such as 512k, 8m or 1.5g, got '" + text + "'");
        }
        int shift = matcher.group(2).isEmpty() ? 0 : 10 * ("kmg".indexOf(matcher.group(2)) + 1);
        return new ByteSize((long) (Double.parseDouble(matcher.group(1)) * (1L << shift)));
    }

    public static String text(long bytes) {
        return new ByteSize(bytes).toString();
    }

    /** The size in the largest unit of which there is one: a whole number, or at least three digits, as {@code 1.50 GiB}. */
    @Override
    public String toString() {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        int decimals = value == Math.rint(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f %s", value, UNITS[unit]);
    }
}
