package io.tiercel.hdfs.resolve;

import java.util.List;

/**
 * Files that a caller names.
 *
 * @param path a file, a directory (all files below it) or a glob; a path or a URI, of at most {@value #MOST_CHARACTERS} characters
 * @param ranges which parts of each file; empty for all of it
 */
public record PathSelection(String path, List<ByteRange> ranges) {
    /** HDFS creates no longer path. */
    static final int MOST_CHARACTERS = 8_000;

    public PathSelection {
        if (path.isBlank()) {
            throw new IllegalArgumentException("path: expected a file or directory, got nothing");
        }
        if (path.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "path: expected at most " + MOST_CHARACTERS + " characters, got " + path.length());
        }
        ranges = List.copyOf(ranges);
    }

    /** A part of a file, in bytes: an offset of at least 0, and a length above 0. */
    public record ByteRange(long offset, long length) {
        public ByteRange {
            if (offset < 0 || length <= 0) {
                throw new IllegalArgumentException("range: expected an offset of at least 0 and a length above 0, got "
                        + offset + " and " + length);
            }
        }
    }
}
