package io.tiercel.demo.reuse;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One job of the scene, under the name that its application reports.
 *
 * @param second whether an identical job has run just before
 */
record ReuseRun(MemoryFit fit, boolean second) {
    private static final String FIRST = "first:";
    private static final String SECOND = "second:";

    String name() {
        return (second ? SECOND : FIRST) + fit.id();
    }

    static ReuseRun named(String name) {
        boolean second = name.startsWith(SECOND);
        return new ReuseRun(MemoryFit.named(name.substring((second ? SECOND : FIRST).length())), second);
    }

    /** All of them, in the order in which one application runs them. */
    static List<ReuseRun> all() {
        return Arrays.stream(MemoryFit.values())
                .flatMap(fit -> Stream.of(new ReuseRun(fit, false), new ReuseRun(fit, true)))
                .toList();
    }
}
