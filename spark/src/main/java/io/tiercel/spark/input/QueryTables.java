package io.tiercel.spark.input;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** One value for each table that one of the latest queries scans, by directory or file. Thread-safe. */
public final class QueryTables<V> {
    /** Number of queries that are kept. The stages of older ones have been submitted. */
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

    /** @param both combines the earlier and the later value of one table in one query */
    public QueryTables(BinaryOperator<V> both) {
        this.both = both;
    }

    public synchronized void note(long query, String root, V value) {
        byQuery.computeIfAbsent(query, fresh -> new HashMap<>()).merge(root, value, both);
    }

    public synchronized Tables<V> of(long query) {
        return new Tables<>(Map.copyOf(byQuery.getOrDefault(query, Map.of())));
    }

    /** The tables of one query, by their roots. */
    public record Tables<V>(Map<String, V> byRoot) {
        /** The values of the tables that contain the file at {@code path}; several where tables are nested. */
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
