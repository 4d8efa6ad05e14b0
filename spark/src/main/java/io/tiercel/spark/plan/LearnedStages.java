package io.tiercel.spark.plan;

import io.tiercel.prefetch.learn.CpuTimeModel;
import io.tiercel.spark.prefetch.learn.StageKind;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What tasks that have ended tell of others, by the kind of their stage. Not thread-safe. */
final class LearnedStages {
    /** Recent tasks that count, of each kind. */
    private static final int WINDOW = 32;

    private static final int MOST_KINDS = 1_000;
    private static final int MOST_EXECUTORS = 10_000;

    private final Map<StageKind, Kind> byKind = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<StageKind, Kind> eldest) {
            return size() > MOST_KINDS;
        }
    };

    /** Numbers of executors, by id. */
    private final Map<String, Integer> executors = new HashMap<>();

    /** A kind of stage. */
    final class Kind {
        /** How long its tasks compute. */
        final CpuTimeModel computing = new CpuTimeModel(WINDOW);

        /** Executors by number. */
        private final BitSet warm = new BitSet();

        /**
         * Whether an executor has ended a task of this kind. The first ones load classes, compile code and fetch what all tasks share, so
         * they take longer than others will.
         */
        boolean isWarm(String executor) {
            Integer number = executors.get(executor);
            return number != null && warm.get(number);
        }

        /** An executor has ended a task of this kind. */
        void warmed(String executor) {
            if (executors.size() >= MOST_EXECUTORS && !executors.containsKey(executor)) {
                forgetExecutors();
            }
            warm.set(executors.computeIfAbsent(executor, fresh -> executors.size()));
        }
    }

    /** All count as cold again, which delays learning a little. Servers with dynamic allocation start new executors for weeks. */
    private void forgetExecutors() {
        executors.clear();
        byKind.values().forEach(kind -> kind.warm.clear());
    }

    Kind of(StageKind kind) {
        return byKind.computeIfAbsent(kind, fresh -> new Kind());
    }
}
