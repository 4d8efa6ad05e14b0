package io.tiercel.demo.cluster;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes as users write it: {@code 8m}, {@code 1.5g}; units are powers of 1,024. */
public record ByteSize(long bytes) {
    private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kmg]?)(?:i?b)?(?:/s)?");
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB"};

    public static ByteSize of(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a size such as 512k, 8m or 1.5g, got '" + text + "'");
        }
        int shift = matcher.group(2).isEmpty() ? 0 : 10 * ("kmg".indexOf(matcher.group(2)) + 1);
        return new ByteSize((long) (Double.parseDouble(matcher.group(1)) * (1L << shift)));
    }

    /** In the largest unit that gives at least 1, with at most one digit behind the point. */
    @Override
    public String toString() {
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        String number = value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.1f", value);
        return number + " " + UNITS[unit];
    }

    /** For options. */
    public static final class Converter implements ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String text) {
            try {
                return of(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
