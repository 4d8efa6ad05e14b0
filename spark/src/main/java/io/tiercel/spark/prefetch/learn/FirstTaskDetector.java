package io.tiercel.spark.prefetch.learn;

import java.util.HashMap;
import java.util.Map;

/** Which tasks were launched before any other of theirs had ended in the same executor. Not thread-safe. */
public final class FirstTaskDetector {
    /** More is forgotten, and what was first comes first once more. */
    private static final int MOST = 100_000;

    private final Map<String, Long> firstEnds = new HashMap<>();

    /**
     * A task has ended.
     *
     * @param launchedMillis by the same clock as {@code endedMillis}
     * @return whether it was one of the first
     */
    public boolean add(String executor, long launchedMillis, long endedMillis) {
        if (firstEnds.size() >= MOST) {
            firstEnds.clear();
        }
        return launchedMillis < firstEnds.merge(executor, endedMillis, Math::min);
    }
}
