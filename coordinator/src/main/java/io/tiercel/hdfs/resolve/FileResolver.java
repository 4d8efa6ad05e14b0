package io.tiercel.hdfs.resolve;

import java.io.IOException;
import java.util.List;

/** From paths to blocks. Calls wait for the file system; they must not be made under a lock. */
public interface FileResolver extends AutoCloseable {
    /**
     * The blocks of what is selected, as far as {@code user} may read it.
     *
     * @throws IOException if the file system does not answer
     */
    Resolution resolve(String user, List<PathSelection> selections) throws IOException;

    /**
     * Which of these versions are no longer what lies at their path, as {@code user} sees it.
     *
     * @throws IOException if the file system does not answer
     */
    List<VersionedPath> outdated(String user, List<VersionedPath> versions) throws IOException;

    @Override
    void close();
}
