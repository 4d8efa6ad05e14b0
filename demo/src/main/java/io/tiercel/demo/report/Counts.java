package io.tiercel.demo.report;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Adds up counts by name. */
public final class Counts {
    private Counts() {}

    public static Map<String, Long> sum(Collection<Map<String, Long>> parts) {
        Map<String, Long> sum = new TreeMap<>();
        parts.forEach(part -> part.forEach((name, count) -> sum.merge(name, count, Long::sum)));
        return sum;
    }
}
