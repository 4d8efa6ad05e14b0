package io.tiercel.bench.demo.reuse;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One job of the scene, as its application is told to call it.
 *
 * @param second whether an identical job has run just before
 */
record Turn(Fit fit, boolean second) {
    private static final String FIRST = "first:";
    private static final String SECOND = "second:";

    String name() {
        return (second ? SECOND : FIRST) + fit.id();
    }

    static Turn named(String name) {
        boolean second = name.startsWith(SECOND);
        return new Turn(Fit.named(name.substring((second ? SECOND : FIRST).length())), second);
    }

    /** All of them, in the order in which one application runs them. */
    static List<Turn> all() {
        return Arrays.stream(Fit.values())
                .flatMap(fit -> Stream.of(new Turn(fit, false), new Turn(fit, true)))
                .toList();
    }
}
