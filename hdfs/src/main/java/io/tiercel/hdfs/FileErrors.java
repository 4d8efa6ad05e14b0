package io.tiercel.hdfs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.ObserverRetryOnActiveException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;

/** Tells an error about one file from an error about the whole file system. */
public final class FileErrors {
    public enum Kind {
        NOT_FOUND,
        PERMISSION_DENIED,
        /** The server itself has sent another error, and did not say that it cannot serve now. */
        OTHER
    }

    private FileErrors() {}

    /** The kind of an error about one file; empty if the file system does not serve. */
    public static Optional<Kind> kind(IOException e) {
        IOException cause = unwrapped(e);
        if (cause instanceof FileNotFoundException || cause instanceof ParentNotDirectoryException) {
            return Optional.of(Kind.NOT_FOUND);
        }
        if (cause instanceof AccessControlException) {
            return Optional.of(Kind.PERMISSION_DENIED);
        }
        return e instanceof RemoteException && !isUnavailable(cause) ? Optional.of(Kind.OTHER) : Optional.empty();
    }

    /** The exception that the server has thrown, if it came from there. */
    public static IOException unwrapped(IOException e) {
        return e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    }

    private static boolean isUnavailable(IOException cause) {
        return cause instanceof StandbyException
                || cause instanceof RetriableException
                || cause instanceof SafeModeException
                || cause instanceof ObserverRetryOnActiveException;
    }

    /** The exception's class and the first line of its message: the Hadoop client's messages may have many. */
    public static String line(Throwable e) {
        return firstLine(e.toString());
    }

    /** The first line of the exception's message, or its class if it has none. */
    public static String message(Throwable e) {
        return e.getMessage() == null ? e.toString() : firstLine(e.getMessage());
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
