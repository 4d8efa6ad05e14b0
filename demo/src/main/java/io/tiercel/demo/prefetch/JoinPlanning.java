package io.tiercel.demo.prefetch;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** When the scans of a query are planned for. Nothing is known of them before the query runs. */
enum JoinPlanning {
    TOGETHER("query", true),
    STAGE_BY_STAGE("stages", false);

    private final String id;
    private final boolean together;

    JoinPlanning(String id, boolean together) {
        this.id = id;
        this.together = together;
    }

    String id() {
        return id;
    }

    /** Spark's keys; what was learnt is kept in {@code models}. */
    Map<String, String> keys(String models) {
        return Map.of(
                "spark.tiercel.prefetch",
                "cost",
                "spark.tiercel.prefetch.models",
                models,
                "spark.tiercel.prefetch.queries",
                Boolean.toString(together));
    }

    static List<String> ids() {
        return Arrays.stream(values()).map(JoinPlanning::id).toList();
    }

    static JoinPlanning named(String id) {
        return Arrays.stream(values())
                .filter(each -> each.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no planning " + id));
    }
}
