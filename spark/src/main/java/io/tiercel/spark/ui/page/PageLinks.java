package io.tiercel.spark.ui.page;

/** Links to other pages, behind any proxy or prefix. */
public interface PageLinks {
    /** Tiercel's page of a stage attempt. */
    String stage(int stage, int attempt);

    /** Spark's page of a stage attempt. */
    String sparkStage(int stage, int attempt);

    /** Spark's page of a job. */
    String sparkJob(int job);

    /** Spark's page of a query's execution. */
    String sparkQuery(int query);

    /** Tiercel's first page. */
    String overview();
}
