package io.tiercel.cli.sim;

import com.fasterxml.jackson.databind.JsonNode;
import io.tiercel.config.Excerpt;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The paths that stages read, as far as a log names them. Scans of Spark's own file sources name theirs in the plan of their query; a
 * counter that the scan shares with its stage tells which stage that is. RDDs of Hadoop's input formats bear their paths as names. Others,
 * such as Hive's and Iceberg's tables, are not found.
 */
final class LoggedInputs {
    private static final Pattern WITH_SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:/\\S.*");
    private static final Pattern ABSOLUTE = Pattern.compile("/\\S.*");

    private final Map<Long, Set<String>> byCounter = new HashMap<>();
    private final Map<Integer, Set<String>> byStage = new HashMap<>();
    private String defaultFileSystem = "";

    /** @param uri such as {@code hdfs://namenode:8020}; empty if the log has none */
    void defaultFileSystem(String uri) {
        defaultFileSystem = uri.endsWith("/") ? uri.replaceFirst("/+$", "") : uri;
    }

    /** Takes the scans of a query's plan. */
    void plan(JsonNode root) {
        Deque<JsonNode> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            JsonNode node = open.pop();
            node.path("children").forEach(open::push);
            Set<String> paths =
                    ofLocation(node.path("metadata").path("Location").asText());
            if (!paths.isEmpty()) {
                node.path("metrics")
                        .forEach(metric ->
                                byCounter.put(metric.path("accumulatorId").asLong(), paths));
            }
        }
    }

    /** Takes a completed stage. */
    void stage(int id, JsonNode stage) {
        Set<String> paths = byStage.computeIfAbsent(id, any -> new HashSet<>());
        stage.path("Accumulables")
                .forEach(counter ->
                        paths.addAll(byCounter.getOrDefault(counter.path("ID").asLong(), Set.of())));
        stage.path("RDD Info")
                .forEach(rdd -> paths.addAll(ofName(rdd.path("Name").asText())));
    }

    /** The paths of a stage, with their schemes. */
    Set<String> of(int stage) {
        return byStage.getOrDefault(stage, Set.of());
    }

    /** As {@code InMemoryFileIndex(2 paths)[hdfs://nn/a, hdfs://nn/b]}; Spark leaves paths out of a long list. */
    private Set<String> ofLocation(String location) {
        int from = location.indexOf('[');
        int to = location.lastIndexOf(']');
        return from < 0 || to < from
                ? Set.of()
                : paths(Stream.of(location.substring(from + 1, to).split(", ")));
    }

    /** Empty if it is another name than a list of paths. */
    private Set<String> ofName(String name) {
        List<String> parts = List.of(name.split(","));
        return parts.stream().allMatch(LoggedInputs::isPath) ? paths(parts.stream()) : Set.of();
    }

    private static boolean isPath(String text) {
        return WITH_SCHEME.matcher(text).matches() || ABSOLUTE.matcher(text).matches();
    }

    private Set<String> paths(Stream<String> texts) {
        Set<String> paths = new HashSet<>();
        texts.filter(LoggedInputs::isPath).forEach(text -> {
            boolean hasScheme = WITH_SCHEME.matcher(text).matches();
            if (hasScheme || !defaultFileSystem.isEmpty()) {
                paths.add(Excerpt.oneLine(hasScheme ? oneSpelling(text) : defaultFileSystem + text));
            }
        });
        return paths;
    }

    /** RDDs name {@code file:///a} as it was given; plans name {@code file:/a}. */
    private String oneSpelling(String path) {
        int authority = path.indexOf(":///");
        if (authority < 0) {
            return path;
        }
        String scheme = path.substring(0, authority);
        String rest = path.substring(authority + 3);
        return defaultFileSystem.startsWith(scheme + "://") ? defaultFileSystem + rest : scheme + ":" + rest;
    }
}
