package io.tiercel.spark.prefetch.learn;

import java.util.HashMap;
import java.util.Map;

/** Finds the first tasks of each executor: those launched before any other had ended there. Not thread-safe. */
public final class FirstTaskDetector {
    /** Bounds the executors that are remembered; beyond, all are forgotten and have first tasks again. */
    private static final int MOST = 100_000;

    private final Map<String, Long> firstEnds = new HashMap<>();

    /**
     * A task has ended.
     *
     * @param launchedMillis by the same clock as {@code endedMillis}
     * @return whether it is a first task
     */
    public boolean add(String executor, long launchedMillis, long endedMillis) {
        if (firstEnds.size() >= MOST) {
            firstEnds.clear();
        }
        return launchedMillis < firstEnds.merge(executor, endedMillis, Math::min);
    }
}
