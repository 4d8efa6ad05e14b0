package io.tiercel.spark.ui.page;

/** Where other pages are, behind whatever proxies and prefixes there may be. */
public interface PageLinks {
    /** Our page of a stage attempt. */
    String stage(int stage, int attempt);

    /** Spark's own. */
    String sparkStage(int stage, int attempt);

    /** Spark's own. */
    String sparkJob(int job);

    /** Spark's own page of a query's execution. */
    String sparkQuery(int query);

    /** Our first page. */
    String overview();
}
