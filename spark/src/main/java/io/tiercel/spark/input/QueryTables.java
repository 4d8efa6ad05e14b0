package io.tiercel.spark.input;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** What is known of the tables that the last queries scan, by the directory or file of each. Thread-safe. */
public final class QueryTables<V> {
    /** Those of the last queries are kept: stages of older ones have been submitted. */
    private static final int MOST_QUERIES = 256;

    private static final class Latest<V> extends LinkedHashMap<Long, Map<String, V>> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Map<String, V>> eldest) {
            return size() > MOST_QUERIES;
        }
    }

    private final Map<Long, Map<String, V>> byQuery = new Latest<>();
    private final BinaryOperator<V> both;

    /** @param both of what was noted of one table by one query at first and at last, what holds */
    public QueryTables(BinaryOperator<V> both) {
        this.both = both;
    }

    /**
     * A query scans a table.
     *
     * @param query its execution's id
     * @param root the directory or file of the table
     */
    public synchronized void note(long query, String root, V value) {
        byQuery.computeIfAbsent(query, fresh -> new HashMap<>()).merge(root, value, both);
    }

    /** What is known now of the query's tables. */
    public synchronized Tables<V> of(long query) {
        return new Tables<>(Map.copyOf(byQuery.getOrDefault(query, Map.of())));
    }

    /** The tables of one query, by their roots. */
    public record Tables<V>(Map<String, V> byRoot) {
        /** What is known of those that a file belongs to, by its path; more than one where tables lie within each other. */
        public Stream<V> at(String path) {
            return byRoot.entrySet().stream()
                    .filter(each -> isBelow(each.getKey(), path))
                    .map(Map.Entry::getValue);
        }

        private static boolean isBelow(String root, String path) {
            return path.startsWith(root)
                    && (path.length() == root.length() || root.endsWith("/") || path.charAt(root.length()) == '/');
        }
    }
}
