package io.tiercel.sim.scenario;

import io.tiercel.sim.engine.Engine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes, rates, times and costs as people write them: a number and a unit. */
final class QuantityParser {
    private static final Pattern NUMBER = Pattern.compile("(-?[0-9][0-9_]*(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\\s*(.*)");
    private static final Map<String, Double> SIZES = new LinkedHashMap<>();
    private static final Map<String, Double> BITS = Map.of("kbit", 1e3 / 8, "Mbit", 1e6 / 8, "Gbit", 1e9 / 8);
    private static final Map<String, Double> TIMES = Map.of(
            "ns", 1.0,
            "us", 1e3,
            "ms", 1e6,
            "s", 1e9,
            "min", 60e9,
            "h", 3_600e9,
            "d", 86_400e9);

    static {
        SIZES.put("B", 1.0);
        String[] prefixes = {"k", "M", "G", "T", "P"};
        for (int i = 0; i < prefixes.length; i++) {
            SIZES.put(prefixes[i] + "B", Math.pow(1_000, i + 1));
            SIZES.put((i == 0 ? "K" : prefixes[i]) + "iB", Math.pow(1_024, i + 1));
        }
    }

    private QuantityParser() {}

    /** Bytes. */
    static OptionalDouble size(String text) {
        return in(SIZES, text);
    }

    /** Bytes a second. */
    static OptionalDouble rate(String text) {
        if (!text.endsWith("/s")) {
            return OptionalDouble.empty();
        }
        String amount = text.substring(0, text.length() - 2);
        OptionalDouble bytes = size(amount);
        return bytes.isPresent() ? bytes : in(BITS, amount);
    }

    /** Nanoseconds. */
    static OptionalDouble time(String text) {
        return in(TIMES, text);
    }

    /** Seconds a byte, written as a time by size: {@code 0.1 s/MiB}. */
    static OptionalDouble cost(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return plain(text).stream().filter(value -> value == 0).findAny();
        }
        OptionalDouble nanos = time(text.substring(0, slash));
        OptionalDouble bytes = size("1 " + text.substring(slash + 1).strip());
        return nanos.isPresent() && bytes.isPresent()
                ? OptionalDouble.of(nanos.getAsDouble() / Engine.SECOND / bytes.getAsDouble())
                : OptionalDouble.empty();
    }

    /** A number without a unit. */
    static OptionalDouble plain(String text) {
        Matcher matcher = NUMBER.matcher(text);
        return matcher.matches() && matcher.group(2).isEmpty()
                ? OptionalDouble.of(number(matcher))
                : OptionalDouble.empty();
    }

    /** Zero is zero in every unit. */
    private static OptionalDouble in(Map<String, Double> units, String text) {
        Matcher matcher = NUMBER.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalDouble.empty();
        }
        Double unit = units.get(matcher.group(2));
        double number = number(matcher);
        if (unit == null) {
            return number == 0 && matcher.group(2).isEmpty() ? OptionalDouble.of(0) : OptionalDouble.empty();
        }
        return OptionalDouble.of(number * unit);
    }

    private static double number(Matcher matcher) {
        return Double.parseDouble(matcher.group(1).replace("_", ""));
    }
}
