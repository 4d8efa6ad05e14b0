package io.tiercel.spark.prefetch;

/**
 * The work that a query does before the tasks of one of its scans may start: it reads its other tables first.
 *
 * @param ends when this work leaves the slots free, in seconds from now
 * @param reading how long its tasks keep each device of the cluster busy, in seconds; agents read after them (decision 0806)
 */
public record PrecedingScans(double ends, double reading) {
    public static final PrecedingScans NONE = new PrecedingScans(0, 0);
}
