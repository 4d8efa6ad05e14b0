package io.tiercel.suites;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** How often the rewritten suites of this JVM constructed what they were given; rewritten code calls it, so it is static. */
public final class Tally {
    private static final Map<String, Integer> CONSTRUCTED = new ConcurrentHashMap<>();

    private Tally() {}

    /** Called by rewritten code after a constructor of the class of that name has returned. */
    public static void constructed(String className) {
        CONSTRUCTED.merge(className, 1, Integer::sum);
    }

    static Map<String, Integer> constructions() {
        return new TreeMap<>(CONSTRUCTED);
    }
}
