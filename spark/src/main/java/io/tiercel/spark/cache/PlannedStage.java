package io.tiercel.spark.cache;

/** A stage whose cached input stays until its tasks have read it. Thread-safe. */
public interface PlannedStage {
    /** A task has ended well. */
    void ended(int task);

    /** The stage is over. */
    void close();
}
