package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.PathSelection;
import io.tiercel.hdfs.resolve.PathSelection.ByteRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells which blocks lie at, or below, one of many paths. The time for a block depends on the depth of its file, not on how many paths
 * and ranges were named. Not thread-safe.
 */
public final class SelectedPaths {
    /** By path, without a slash at the end. */
    private final Map<String, Ranges> paths = new HashMap<>();

    private final boolean empty;

    /** The file of the last question, and the answer: the blocks of a file mostly come together. */
    private @Nullable String lastFile;

    private List<Ranges> last = List.of();

    /** Parts of each file below a path. */
    private static final class Ranges {
        private boolean all;

        /** Ends by starts; no two of them meet. */
        private final TreeMap<Long, Long> ends = new TreeMap<>();

        void add(PathSelection selection) {
            all |= selection.ranges().isEmpty();
            selection.ranges().forEach(this::add);
        }

        private void add(ByteRange range) {
            long start = range.offset();
            long end = end(start, range.length());
            Map.Entry<Long, Long> before = ends.floorEntry(start);
            if (before != null && before.getValue() >= start) {
                start = before.getKey();
                end = Math.max(end, before.getValue());
            }
            for (Map.Entry<Long, Long> met = ends.ceilingEntry(start);
                    met != null && met.getKey() <= end;
                    met = ends.ceilingEntry(start)) {
                end = Math.max(end, met.getValue());
                ends.remove(met.getKey());
            }
            ends.put(start, end);
        }

        boolean touch(long offset, long bytes) {
            if (all) {
                return true;
            }
            Map.Entry<Long, Long> before = ends.lowerEntry(end(offset, bytes));
            return before != null && before.getValue() > offset;
        }

        private static long end(long start, long length) {
            long end = start + length;
            return end < 0 ? Long.MAX_VALUE : end;
        }
    }

    public SelectedPaths(List<PathSelection> selections) {
        for (PathSelection each : selections) {
            String path = each.path();
            String root = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
            paths.computeIfAbsent(root, none -> new Ranges()).add(each);
        }
        empty = selections.isEmpty();
    }

    /** Whether no path was named. */
    boolean isEmpty() {
        return empty;
    }

    /** Whether some of these bytes of a file lie in what was named. */
    public boolean covers(String file, long offset, long bytes) {
        if (!file.equals(lastFile)) {
            last = above(file);
            lastFile = file;
        }
        return last.stream().anyMatch(ranges -> ranges.touch(offset, bytes));
    }

    /** The ranges that were named for the file itself, and for the directories above it. */
    private List<Ranges> above(String file) {
        List<Ranges> found = new ArrayList<>(1);
        for (int end = file.indexOf('/'); end >= 0; end = file.indexOf('/', end + 1)) {
            addIfNamed(found, file.substring(0, end));
        }
        if (!file.endsWith("/")) {
            addIfNamed(found, file);
        }
        return found;
    }

    private void addIfNamed(List<Ranges> found, String path) {
        Ranges ranges = paths.get(path);
        if (ranges != null) {
            found.add(ranges);
        }
    }
}
