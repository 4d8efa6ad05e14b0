package io.tiercel.hdfs;

import org.apache.hadoop.fs.FileStatus;

/**
 * Tells one content of a file from another.
 *
 * @param length bytes
 * @param modificationTime milliseconds since the epoch, as the file system states it
 */
public record FileVersion(long length, long modificationTime) {
    public static FileVersion of(FileStatus status) {
        return new FileVersion(status.getLen(), status.getModificationTime());
    }
}
