package io.tiercel.spark.ui.page;

import java.util.function.UnaryOperator;

/**
 * Links to other pages.
 *
 * @param prefix of the tab's own pages, from the application's root
 * @param under puts the application's root before a path, behind any proxy
 */
public record PageLinks(String prefix, UnaryOperator<String> under) {
    /** Tiercel's page of a stage attempt. */
    String stage(int stage, int attempt) {
        return under.apply(prefix + "/stage/?id=" + stage + "&attempt=" + attempt);
    }

    String sparkStage(int stage, int attempt) {
        return under.apply("/stages/stage/?id=" + stage + "&attempt=" + attempt);
    }

    String sparkJob(int job) {
        return under.apply("/jobs/job/?id=" + job);
    }

    String sparkQuery(int query) {
        return under.apply("/SQL/execution/?id=" + query);
    }

    String overview() {
        return under.apply(prefix + "/");
    }
}
