package io.tiercel.hdfs.locate;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;

/** Opens file systems. */
interface FileSystems extends AutoCloseable {
    /** A file system, by scheme and authority, as one user sees it. */
    record Key(URI uri, UserGroupInformation user) {}

    URI uriOf(Path path);

    /** Why files of this scheme have no locations, empty if they may have. Asks nobody. */
    Optional<String> whyNotLocated(String scheme);

    /** May connect; called in the background only, as the key's user. */
    FileSystem open(Key key) throws IOException;

    /** Notes that calls to the file system have failed, and not about one file. */
    void failed(Key key, Throwable failure);

    @Override
    void close();
}
