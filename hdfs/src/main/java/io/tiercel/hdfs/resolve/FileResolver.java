package io.tiercel.hdfs.resolve;

import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Turns paths into blocks. Calls wait for the file system, so make none under a lock. */
public interface FileResolver extends AutoCloseable {
    /**
     * The selected blocks that {@code caller} may read.
     *
     * @throws IOException if the file system does not answer
     */
    Resolution resolve(Caller caller, List<PathSelection> selections) throws IOException;

    /**
     * The versions that are no longer at their path, as {@code user} sees it.
     *
     * @throws IOException if the file system does not answer
     */
    List<SourceFile> outdated(String user, List<SourceFile> versions) throws IOException;

    /**
     * Those of the blocks that belong to files which the caller may read. None, where nobody knows to which file a block belongs.
     *
     * @throws IOException if the file system does not answer
     */
    Set<BlockId> readable(Caller caller, Collection<BlockId> blocks) throws IOException;

    @Override
    void close();

    /** A caller named more than the coordinator takes at once. */
    final class TooManyBlocksException extends IOException {
        private static final long serialVersionUID = 1L;

        TooManyBlocksException(int limit) {
            super("names more than " + limit
                    + " blocks; hint less at a time, or raise tiercel.coordinator.blocks.most");
        }
    }
}
