package io.tiercel.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the text of a value of type {@code T}.
 *
 * @param expected the expected form of a value, for the reference and for errors: "true or false"
 * @param parser empty for a text that is not of the type
 */
public record KeyType<T>(String expected, Function<String, Optional<T>> parser) {
    private static final Pattern NUMBER_WITH_UNIT = Pattern.compile("(\\d+)\\s*([a-z]*)");
    private static final int HIGHEST_PORT = 65_535;
    private static final String[] BYTE_UNITS = {"", "k", "m", "g", "t"};

    Optional<T> parse(String text) {
        return parser.apply(text.strip());
    }

    public static KeyType<Boolean> bool() {
        return new KeyType<>("true or false", text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    public static KeyType<String> text(String expected) {
        return new KeyType<>(expected, text -> text.isEmpty() ? Optional.empty() : Optional.of(text));
    }

    /** @param leastPort 0 if any free port may be asked for */
    public static KeyType<String> address(int leastPort) {
        return new KeyType<>("HOST:PORT", text -> {
            int colon = text.lastIndexOf(':');
            return number(text.substring(colon + 1), Integer::valueOf)
                    .filter(port -> colon > 0 && port >= leastPort && port <= HIGHEST_PORT)
                    .map(port -> text);
        });
    }

    /** Where coordinators are. */
    public static KeyType<String> coordinators() {
        KeyType<String> address = address(1);
        return new KeyType<>(
                "HOST:PORT, or several of them separated by commas, or hdfs://NAMESERVICE",
                text -> text.matches("hdfs://[^/:,]+/?")
                                || Stream.of(text.split(",", -1))
                                        .allMatch(each -> address.parse(each).isPresent())
                        ? Optional.of(text)
                        : Optional.empty());
    }

    public static KeyType<String> oneOf(List<String> choices) {
        return new KeyType<>(
                "one of " + String.join(", ", choices),
                text -> choices.stream().filter(text::equalsIgnoreCase).findFirst());
    }

    public static KeyType<Integer> integer(int min, int max) {
        return new KeyType<>("a whole number from " + min + " to " + max, text -> number(text, Integer::valueOf)
                .filter(value -> value >= min && value <= max));
    }

    public static KeyType<Double> decimal(double min, double max) {
        String range = BigDecimal.valueOf(min).stripTrailingZeros().toPlainString() + " to "
                + BigDecimal.valueOf(max).stripTrailingZeros().toPlainString();
        return new KeyType<>("a number from " + range, text -> number(text, Double::valueOf)
                .filter(value -> value >= min && value <= max));
    }

    private static <N extends Number> Optional<N> number(String text, Function<String, N> parse) {
        try {
            return Optional.of(parse.apply(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A duration such as {@code 100ms}, {@code 3s} or {@code 5min}; a bare number is milliseconds. */
    public static KeyType<Duration> duration(Duration max) {
        return new KeyType<>("a duration such as 100ms, 3s or 5min, at most " + durationText(max), text -> quantity(
                        text, KeyType::millisPerUnit)
                .map(Duration::ofMillis)
                .filter(value -> value.compareTo(max) <= 0));
    }

    /** A size in bytes such as {@code 64k}, {@code 16m} or {@code 2g} (powers of 1,024); a bare number is bytes. */
    public static KeyType<Long> bytes(long min, long max) {
        return new KeyType<>(
                "a size such as 64k, 16m or 2g, from " + sizeText(min) + " to " + sizeText(max),
                text -> quantity(text, KeyType::bytesPerUnit).filter(value -> value >= min && value <= max));
    }

    private static Optional<Long> quantity(String text, ToLongFunction<String> factorOf) {
        Matcher matcher = NUMBER_WITH_UNIT.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long factor = factorOf.applyAsLong(matcher.group(2));
        try {
            return factor == 0
                    ? Optional.empty()
                    : Optional.of(Math.multiplyExact(Long.parseLong(matcher.group(1)), factor));
        } catch (NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static long millisPerUnit(String unit) {
        return switch (unit) {
            case "", "ms" -> 1;
            case "s" -> 1_000;
            case "m", "min" -> 60_000;
            case "h" -> 3_600_000;
            default -> 0;
        };
    }

    private static long bytesPerUnit(String unit) {
        return switch (unit) {
            case "", "b" -> 1;
            case "k", "kb", "kib" -> 1L << 10;
            case "m", "mb", "mib" -> 1L << 20;
            case "g", "gb", "gib" -> 1L << 30;
            case "t", "tb", "tib" -> 1L << 40;
            default -> 0;
        };
    }

    private static String durationText(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 3_600_000 == 0 && millis > 0) {
            return millis / 3_600_000 + "h";
        }
        if (millis % 60_000 == 0 && millis > 0) {
            return millis / 60_000 + "min";
        }
        return millis % 1_000 == 0 && millis > 0 ? millis / 1_000 + "s" : millis + "ms";
    }

    private static String sizeText(long bytes) {
        int unit = 0;
        long rest = bytes;
        while (unit + 1 < BYTE_UNITS.length && rest > 0 && rest % 1024 == 0) {
            rest /= 1024;
            unit++;
        }
        return rest + BYTE_UNITS[unit];
    }
}
