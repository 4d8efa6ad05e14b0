package io.tiercel.spark.input;

import java.util.function.ToDoubleFunction;

/**
 * Which part of its tables' bytes each query reads, where files keep columns apart and the query takes some of them only. Estimates, by the usual
 * size of each column's type: what Spark itself goes by where it estimates sizes. Thread-safe.
 */
public final class ColumnShares {
    private final QueryTables<Double> tables = new QueryTables<>(Math::max);

    /**
     * A query scans a table. Of several scans of one table the one that reads most counts for all: nobody tells their stages apart.
     *
     * @param query its execution's id
     * @param root the directory or file of the table
     * @param share of its bytes that the scan reads, from 0 to 1
     */
    public void note(long query, String root, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: expected a number from 0 to 1, got " + share);
        }
        tables.note(query, root, share);
    }

    /** Of each file by its path, as far as is known now: the share that the query reads; 1 of one that it was not said to scan. */
    public ToDoubleFunction<String> of(long query) {
        QueryTables.Tables<Double> known = tables.of(query);
        return path -> known.at(path).mapToDouble(Double::doubleValue).max().orElse(1);
    }
}
