package io.tiercel.hdfs.resolve;

import io.tiercel.protocol.SkipReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/** Tells what HDFS says of a file from what it says of itself. */
final class Refusals {
    private Refusals() {}

    /** Empty if the exception is not about this file but about the file system, which then cannot be asked. */
    static Optional<Skip> of(String path, IOException e) {
        IOException cause = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
        if (cause instanceof FileNotFoundException || cause instanceof ParentNotDirectoryException) {
            return Optional.of(HdfsResolver.notFound(path));
        }
        if (cause instanceof AccessControlException) {
            return Optional.of(Skip.whole(path, SkipReason.NOT_READABLE, line(cause)));
        }
        return Optional.empty();
    }

    /** Hadoop says that a name is not allowed by an unchecked exception. */
    static Optional<Skip> of(String path, RuntimeException e) {
        return e instanceof IllegalArgumentException || e instanceof InvalidPathException
                ? Optional.of(Skip.whole(path, SkipReason.NOT_FOUND, "expected a path: " + line(e)))
                : Optional.empty();
    }

    /** Messages of the Hadoop client may go over several lines. */
    static String line(Exception e) {
        String message = e.getMessage();
        return message == null ? e.toString() : message.lines().findFirst().orElse("");
    }
}
