package io.tiercel.hdfs.resolve;

import java.util.List;

/**
 * Files that a caller names.
 *
 * @param path a file, a directory (all files below it) or a glob; a path or a URI
 * @param ranges which parts of each file; empty for all of it
 */
public record PathSelection(String path, List<ByteRange> ranges) {
    public PathSelection {
        if (path.isBlank()) {
            throw new IllegalArgumentException("path: expected a file or directory, got nothing");
        }
        ranges = List.copyOf(ranges);
    }

    /** Whether a block at {@code offset} is selected. */
    public boolean covers(long offset, long length) {
        return ranges.isEmpty() || ranges.stream().anyMatch(range -> range.touches(offset, length));
    }
}
