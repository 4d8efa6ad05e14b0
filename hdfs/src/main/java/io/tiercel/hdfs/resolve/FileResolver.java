package io.tiercel.hdfs.resolve;

import java.io.IOException;
import java.util.List;

/** Turns paths into blocks. Calls wait for the file system, so make none under a lock. */
public interface FileResolver extends AutoCloseable {
    /**
     * The selected blocks that {@code user} may read.
     *
     * @throws IOException if the file system does not answer
     */
    Resolution resolve(String user, List<PathSelection> selections) throws IOException;

    /**
     * The versions that are no longer at their path, as {@code user} sees it.
     *
     * @throws IOException if the file system does not answer
     */
    List<VersionedPath> outdated(String user, List<VersionedPath> versions) throws IOException;

    @Override
    void close();
}
