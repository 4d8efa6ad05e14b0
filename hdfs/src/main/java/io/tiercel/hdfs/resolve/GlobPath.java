package io.tiercel.hdfs.resolve;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;

/**
 * The components of a path, each a name or a pattern in Hadoop's syntax of globs. Exists because {@code FileSystem.globStatus} keeps all
 * matches in memory.
 */
record GlobPath(List<String> components) {
    static final GlobPath NONE = new GlobPath(List.of());

    private static final int MOST_ALTERNATIVES = 1_000;

    /** Of all alternatives together. Their components take about 30 MB at worst. */
    private static final int MOST_CHARACTERS = 1_000_000;

    static boolean isGlob(String named) {
        return named.matches("(?s).*[*?\\[{].*");
    }

    /**
     * The paths that alternatives with slashes, such as {@code {a/b,c}}, stand for; one if there are none.
     *
     * @throws IllegalArgumentException if there are too many, or if the pattern is malformed
     */
    static List<GlobPath> expand(String path) {
        int most = Math.min(MOST_ALTERNATIVES, MOST_CHARACTERS / Math.max(1, path.length()));
        if (alternatives(path, most) > most) {
            throw new IllegalArgumentException("its braces stand for more than " + most + " paths of up to "
                    + path.length() + " characters: " + abridged(path));
        }
        try {
            List<GlobPath> all = GlobExpander.expand(path).stream()
                    .map(each -> new GlobPath(Arrays.stream(each.split("/"))
                            .filter(component -> !component.isEmpty())
                            .toList()))
                    .toList();
            for (GlobPath each : all) {
                for (String component : each.components) {
                    new GlobFilter(component);
                }
            }
            return all;
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static String abridged(String path) {
        return path.length() <= 100 ? path : path.substring(0, 100) + "…";
    }

    /** How many paths Hadoop makes at most, counted to beyond {@code most}. It makes them all before the first is looked at. */
    private static long alternatives(String path, int most) {
        long product = 1;
        Deque<Integer> groups = new ArrayDeque<>();
        for (int i = 0; i < path.length() && product <= most; i++) {
            switch (path.charAt(i)) {
                case '\\' -> i++;
                case '{' -> groups.push(1);
                case ',' -> {
                    if (!groups.isEmpty()) {
                        groups.push(groups.pop() + 1);
                    }
                }
                case '}' -> product *= groups.isEmpty() ? 1 : groups.pop();
                default -> {
                    // Part of a name.
                }
            }
        }
        return product;
    }

    boolean isEmpty() {
        return components.isEmpty();
    }

    /** The path after its first component. */
    GlobPath rest() {
        return new GlobPath(components.subList(1, components.size()));
    }

    /** The first component, which is a name. */
    String name() {
        return components.get(0).replaceAll("\\\\(.)", "$1");
    }

    boolean startsWithPattern() {
        return !isEmpty() && filter().hasPattern();
    }

    /** Decides which names the first component matches. */
    Names names() {
        GlobFilter filter = filter();
        return name -> filter.accept(new Path("/", name));
    }

    interface Names {
        boolean matches(String name);
    }

    private GlobFilter filter() {
        try {
            return new GlobFilter(components.get(0));
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
