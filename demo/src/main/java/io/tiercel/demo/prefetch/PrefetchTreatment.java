package io.tiercel.demo.prefetch;

import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.demo.report.Identified;
import java.util.LinkedHashMap;
import java.util.Map;

/** A way to prefetch the input of a cold job. */
enum PrefetchTreatment implements Identified {
    NONE("none", "nothing is prefetched"),
    ALL("all", "all input is asked for at submission, and at each stage"),
    IGNEM("ignem", "the same from replicas chosen at random, at once (Ignem)"),
    COST(
            "cost",
            "all input is asked for at submission, and what is not begun with is taken back at the first stage; at"
                    + " each stage what by simulation shortens it is asked for"),
    COST_DELAY("cost", "cost, and the first tasks may be held back"),
    PLAN(
            "plan",
            "as cost, but reads and prefetches are planned in one linear program, and policy tiercel places tasks"),
    ORACLE("none", "one replica of every block is in memory before submission");

    private final String prefetch;
    final String title;

    PrefetchTreatment(String prefetch, String title) {
        this.prefetch = prefetch;
        this.title = title;
    }

    boolean plans() {
        return this == COST || this == COST_DELAY || this == PLAN;
    }

    String policy() {
        return this == PLAN ? "tiercel" : "trident";
    }

    boolean isClaimed() {
        return this != ALL && this != IGNEM;
    }

    boolean isAnnounced() {
        return this != NONE && this != ORACLE;
    }

    String binder() {
        return this == IGNEM ? "ignem" : MemoryTierConfig.DEFAULT_BINDER;
    }

    /**
     * Spark's keys.
     *
     * @param models directory in which is kept what was learnt
     * @param mostDelay seconds for which first tasks may be held back
     */
    Map<String, String> keys(String models, double mostDelay) {
        Map<String, String> keys = new LinkedHashMap<>(Map.of("spark.tiercel.prefetch", prefetch));
        if (plans()) {
            keys.put("spark.tiercel.prefetch.models", models);
        }
        if (this == COST_DELAY) {
            keys.put("spark.tiercel.prefetch.delay", Math.round(1_000 * mostDelay) + "ms");
        }
        return keys;
    }
}
