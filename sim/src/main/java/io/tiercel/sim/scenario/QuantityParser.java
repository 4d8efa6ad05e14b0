package io.tiercel.sim.scenario;

import io.tiercel.sim.engine.Engine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes, rates, times and costs as people write them: a number and a unit. All are empty for a text that is none. */
public final class QuantityParser {
    private static final Pattern NUMBER = Pattern.compile("(-?[0-9][0-9_]*(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\\s*(.*)");
    private static final Map<String, Double> SIZES = new LinkedHashMap<>();
    private static final Map<String, Double> BITS = Map.of("kbit", 1e3 / 8, "Mbit", 1e6 / 8, "Gbit", 1e9 / 8);
    private static final Map<String, Double> TIMES =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "h", 3_600e9, "d", 86_400e9);

    static {
        SIZES.put("B", 1.0);
        String[] prefixes = {"k", "M", "G", "T", "P"};
        for (int i = 0; i < prefixes.length; i++) {
            SIZES.put(prefixes[i] + "B", Math.pow(1_000, i + 1));
            SIZES.put((i == 0 ? "K" : prefixes[i]) + "iB", Math.pow(1_024, i + 1));
        }
    }

    private QuantityParser() {}

    /** Bytes of a text such as {@code 4 GiB}. */
    public static Optional<Double> size(String text) {
        return in(SIZES, text);
    }

    /** Bytes a second of a text such as {@code 160 MB/s}. */
    public static Optional<Double> rate(String text) {
        String stripped = text.strip();
        if (!stripped.endsWith("/s")) {
            return Optional.empty();
        }
        String amount = stripped.substring(0, stripped.length() - 2);
        return size(amount).or(() -> in(BITS, amount));
    }

    /** Nanoseconds. */
    static Optional<Double> time(String text) {
        return in(TIMES, text);
    }

    /** Seconds a byte, written as a time by size: {@code 0.1 s/MiB}. */
    static Optional<Double> cost(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return plain(text).filter(value -> value == 0);
        }
        return time(text.substring(0, slash))
                .flatMap(nanos ->
                        size("1 " + text.substring(slash + 1).strip()).map(bytes -> nanos / Engine.SECOND / bytes));
    }

    /** A number without a unit. */
    static Optional<Double> plain(String text) {
        return in(Map.of("", 1.0), text);
    }

    /** Zero is zero in every unit. */
    private static Optional<Double> in(Map<String, Double> units, String text) {
        Matcher matcher = NUMBER.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double number = Double.parseDouble(matcher.group(1).replace("_", ""));
        boolean plainZero = number == 0 && matcher.group(2).isEmpty();
        return Optional.ofNullable(plainZero ? Double.valueOf(1) : units.get(matcher.group(2)))
                .map(unit -> number * unit);
    }
}
