package io.tiercel.coordinator;

import io.tiercel.model.BlockId;
import java.io.IOException;
import java.util.List;

/** Sends readers to replicas in memory. Asked on one thread of the coordinator's, on which it may wait. */
public interface ReadDirector {
    /**
     * From now on these blocks, and no others, are to be read from the memory of a node.
     *
     * @param node the DataNode's UUID
     * @throws IOException in one line, if that cannot be arranged now; it is tried again
     */
    void inMemory(String node, List<BlockId> blocks) throws IOException;
}
