package io.tiercel.spark.input;

import java.util.function.ToDoubleFunction;

/**
 * The share of its tables' bytes that each query reads, where files keep columns apart and the query takes some of them.
 * Estimated from the default size of each column's type, as Spark estimates sizes. Thread-safe.
 */
public final class ColumnShares {
    private final QueryTables<Double> tables = new QueryTables<>(Math::max);

    /**
     * Notes that a query scans a table. If it does so several times, the largest share counts: their stages look alike.
     *
     * @param share of its bytes that the scan reads, from 0 to 1
     */
    public void note(long query, String root, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: expected a number from 0 to 1, got " + share);
        }
        tables.note(query, root, share);
    }

    /** The share that the query reads of a file, by its path; 1 for files outside of the noted tables. */
    public ToDoubleFunction<String> of(long query) {
        QueryTables.Tables<Double> known = tables.of(query);
        return path -> known.at(path).mapToDouble(Double::doubleValue).max().orElse(1);
    }
}
