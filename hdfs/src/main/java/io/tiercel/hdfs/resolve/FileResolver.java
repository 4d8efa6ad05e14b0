package io.tiercel.hdfs.resolve;

import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.hdfs.resolve.Resolution.Skip;
import io.tiercel.migrate.ledger.SourceFile;
import io.tiercel.model.BlockId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Turns paths into blocks. Calls wait for the file system, so make none under a lock. */
public interface FileResolver extends AutoCloseable {
    /** Takes what a walk finds, a few files at a time. */
    interface Windows {
        void found(Resolution window) throws IOException;
    }

    /**
     * Finds the selected blocks that {@code caller} may read. Keeps only a few files in memory at a time.
     *
     * @param abandoned whether nobody waits for the answer any more
     * @throws WalkLimitException if there is more than one walk may take; what was found before has been handed over
     * @throws CancellationException if nobody waits for the answer any more
     * @throws IOException if the file system does not answer
     */
    void walk(Caller caller, List<PathSelection> selections, BooleanSupplier abandoned, Windows windows)
            throws IOException;

    /** All of a {@link #walk}; nothing of it if it meets a limit. */
    default Resolution resolve(Caller caller, List<PathSelection> selections, BooleanSupplier abandoned)
            throws IOException {
        List<ResolvedFile> files = new ArrayList<>();
        List<Skip> skips = new ArrayList<>();
        walk(caller, selections, abandoned, window -> {
            files.addAll(window.files());
            skips.addAll(window.skips());
        });
        return new Resolution(files, skips);
    }

    /**
     * The versions that are no longer at their path, as {@code user} sees it.
     *
     * @throws IOException if the file system does not answer
     */
    List<SourceFile> outdated(String user, List<SourceFile> versions) throws IOException;

    /**
     * Those of the blocks that belong to files which the caller may read. None, where nobody knows to which file a block belongs.
     * Calls are paced like those of walks, so name few blocks at a time.
     *
     * @param abandoned whether nobody waits for the answer any more
     * @throws WalkLimitException if it takes longer than a walk may
     * @throws CancellationException if nobody waits for the answer any more
     * @throws IOException if the file system does not answer
     */
    Set<BlockId> readable(Caller caller, Collection<BlockId> blocks, BooleanSupplier abandoned) throws IOException;

    @Override
    void close();
}
