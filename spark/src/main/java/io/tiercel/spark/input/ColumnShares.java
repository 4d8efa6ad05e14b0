package io.tiercel.spark.input;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Which part of its tables' bytes each query reads, where files keep columns apart and the query takes some of them only. Estimates, by the usual
 * size of each column's type: what Spark itself goes by where it estimates sizes. Thread-safe.
 */
public final class ColumnShares {
    /** Those of the last queries are kept: stages of older ones have been submitted. */
    private static final int MOST_QUERIES = 256;

    private static final class Latest extends LinkedHashMap<Long, Map<String, Double>> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Map<String, Double>> eldest) {
            return size() > MOST_QUERIES;
        }
    }

    private final Map<Long, Map<String, Double>> byQuery = new Latest();

    /**
     * A query scans a table. Of several scans of one table the one that reads most counts for all: nobody tells their stages apart.
     *
     * @param query its execution's id
     * @param root the directory or file of the table
     * @param share of its bytes that the scan reads, from 0 to 1
     */
    public synchronized void note(long query, String root, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: expected a number from 0 to 1, got " + share);
        }
        byQuery.computeIfAbsent(query, fresh -> new HashMap<>()).merge(root, share, Math::max);
    }

    /** Of each file by its path, as far as is known now: the share that the query reads; 1 of one that it was not said to scan. */
    public synchronized ToDoubleFunction<String> of(long query) {
        Map<String, Double> shares = Map.copyOf(byQuery.getOrDefault(query, Map.of()));
        return path -> shares.entrySet().stream()
                .filter(each -> isBelow(each.getKey(), path))
                .mapToDouble(Map.Entry::getValue)
                .max()
                .orElse(1);
    }

    private static boolean isBelow(String root, String path) {
        return path.startsWith(root)
                && (path.length() == root.length() || root.endsWith("/") || path.charAt(root.length()) == '/');
    }
}
