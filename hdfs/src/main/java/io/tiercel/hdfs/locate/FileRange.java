package io.tiercel.hdfs.locate;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file that a task will read.
 *
 * @param path absolute path; a path without scheme belongs to the default file system
 * @param start offset of its first byte, at least 0
 * @param length bytes, at least 0; what lies past the file's end is ignored
 * @param expected the version that the reader has seen, null if it does not know one. Locations of a known version may be
 *     answered from the cache; without one the file system is asked again
 */
public record FileRange(Path path, long start, long length, @Nullable FileVersion expected) {
    public FileRange {
        if (start < 0 || length < 0) {
            throw new IllegalArgumentException(
                    path + ": expected a start and a length of at least 0, got " + start + " and " + length);
        }
    }

    /** A range of a file of which the reader knows no version. */
    public FileRange(Path path, long start, long length) {
        this(path, start, length, null);
    }

    /** Tells one content of a file from another: its bytes, and milliseconds since the epoch as the file system states them. */
    public record FileVersion(long length, long modificationTime) {
        public static FileVersion of(FileStatus status) {
            return new FileVersion(status.getLen(), status.getModificationTime());
        }
    }
}
