package io.tiercel.spark.ui;

/** Where other pages are, behind whatever proxies and prefixes there may be. */
interface Links {
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
