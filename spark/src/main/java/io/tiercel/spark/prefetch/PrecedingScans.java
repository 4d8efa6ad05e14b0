package io.tiercel.spark.prefetch;

/**
 * What a query does before tasks of one of its scans may start: it reads its other tables first.
 *
 * @param ends when the slots are free of that, seconds from now
 * @param reading for how long tasks keep each device of the cluster until then, seconds; agents read after them (decision 0806)
 */
public record PrecedingScans(double ends, double reading) {
    public static final PrecedingScans NOTHING = new PrecedingScans(0, 0);
}
