package io.tiercel.hdfs.resolve;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * One version of a file. Another file, length or modification time is another version.
 *
 * @param path absolute, without scheme and authority
 * @param fileId HDFS' number of the file
 * @param length bytes
 * @param modified milliseconds since the epoch
 */
public record VersionedPath(String path, long fileId, long length, long modified) {
    static VersionedPath of(FileStatus status) {
        long id = status instanceof HdfsFileStatus hdfs ? hdfs.getFileId() : 0;
        return new VersionedPath(pathOf(status), id, status.getLen(), status.getModificationTime());
    }

    static String pathOf(FileStatus status) {
        return Path.getPathWithoutSchemeAndAuthority(status.getPath()).toUri().getPath();
    }
}
