package io.tiercel.demo.prefetch;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A way to prefetch the input of a cold job. */
enum PrefetchTreatment {
    NONE("none", "none", "nothing is prefetched"),
    ALL("all", "all", "all input is asked for at submission, and at each stage"),
    IGNEM("ignem", "ignem", "the same from replicas chosen at random, at once (Ignem)"),
    OURS(
            "ours",
            "cost",
            "all input is asked for at submission, and what is not begun with is taken back at the first stage; at"
                    + " each stage what by simulation shortens it is asked for"),
    DELAYED("ours-delay", "cost", "ours, and the first tasks may be held back"),
    ORACLE("oracle", "none", "one replica of every block is in memory before submission");

    static final String DYRS_BINDER = "dyrs";

    private final String id;
    private final String prefetch;
    private final String title;

    PrefetchTreatment(String id, String prefetch, String title) {
        this.id = id;
        this.prefetch = prefetch;
        this.title = title;
    }

    String id() {
        return id;
    }

    String title() {
        return title;
    }

    /** Whether stages are planned by cost. */
    boolean plans() {
        return this == OURS || this == DELAYED;
    }

    /** Whether the scene has claims about it. */
    boolean isClaimed() {
        return this != ALL && this != IGNEM;
    }

    /** Whether the coordinator gets a hint at submission. */
    boolean asks() {
        return this != NONE && this != ORACLE;
    }

    /** How the coordinator chooses replicas. */
    String binder() {
        return this == IGNEM ? "ignem" : DYRS_BINDER;
    }

    /**
     * Spark's keys.
     *
     * @param models directory in which is kept what was learnt
     * @param mostDelay seconds for which first tasks may be held back
     */
    Map<String, String> keys(String models, double mostDelay) {
        if (this == DELAYED) {
            return Map.of(
                    "spark.tiercel.prefetch", prefetch,
                    "spark.tiercel.prefetch.models", models,
                    "spark.tiercel.prefetch.delay", Math.round(1_000 * mostDelay) + "ms");
        }
        return plans()
                ? Map.of("spark.tiercel.prefetch", prefetch, "spark.tiercel.prefetch.models", models)
                : Map.of("spark.tiercel.prefetch", prefetch);
    }

    static PrefetchTreatment named(String id) {
        return Arrays.stream(values())
                .filter(each -> each.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no treatment " + id));
    }

    static List<String> ids(List<PrefetchTreatment> treatments) {
        return treatments.stream().map(PrefetchTreatment::id).toList();
    }
}
