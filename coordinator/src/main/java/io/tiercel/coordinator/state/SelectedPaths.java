package io.tiercel.coordinator.state;

import io.tiercel.hdfs.resolve.ByteRanges;
import io.tiercel.hdfs.resolve.PathSelection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells which blocks lie at, or below, one of many paths. The time for a block depends on the depth of its file, not on how many paths
 * and ranges were named. Not thread-safe.
 */
public final class SelectedPaths {
    /** The parts of each file at or below a path; by path, without a slash at the end. */
    private final Map<String, ByteRanges> paths = new HashMap<>();

    private final boolean empty;

    /** The file of the last question, and the answer: the blocks of a file mostly come together. */
    private @Nullable String lastFile;

    private List<ByteRanges> last = List.of();

    public SelectedPaths(List<PathSelection> selections) {
        Map<String, List<PathSelection>> byRoot = new HashMap<>();
        for (PathSelection each : selections) {
            String path = each.path();
            String root = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
            byRoot.computeIfAbsent(root, none -> new ArrayList<>(1)).add(each);
        }
        byRoot.forEach((root, named) -> paths.put(root, ByteRanges.of(named)));
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
    private List<ByteRanges> above(String file) {
        List<ByteRanges> found = new ArrayList<>(1);
        for (int end = file.indexOf('/'); end >= 0; end = file.indexOf('/', end + 1)) {
            addIfNamed(found, file.substring(0, end));
        }
        if (!file.endsWith("/")) {
            addIfNamed(found, file);
        }
        return found;
    }

    private void addIfNamed(List<ByteRanges> found, String path) {
        ByteRanges ranges = paths.get(path);
        if (ranges != null) {
            found.add(ranges);
        }
    }
}
