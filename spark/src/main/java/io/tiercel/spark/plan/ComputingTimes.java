package io.tiercel.spark.plan;

import io.tiercel.prefetch.learn.CpuTimeModel;
import io.tiercel.spark.prefetch.learn.StageKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** How long tasks compute, by the kind of their stage, as learned from the tasks that have ended. Not thread-safe. */
final class ComputingTimes {
    /** Recent tasks that count, of each kind. */
    private static final int WINDOW = 32;

    private static final int MOST_KINDS = 1_000;

    private final Map<StageKind, CpuTimeModel> byKind = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<StageKind, CpuTimeModel> eldest) {
            return size() > MOST_KINDS;
        }
    };

    CpuTimeModel of(StageKind kind) {
        return byKind.computeIfAbsent(kind, fresh -> new CpuTimeModel(WINDOW));
    }
}
