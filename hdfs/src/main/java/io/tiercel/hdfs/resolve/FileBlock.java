package io.tiercel.hdfs.resolve;

import io.tiercel.model.BlockId;
import java.util.List;

/**
 * One block of a file.
 *
 * @param id its name
 * @param offset bytes from the file's start
 * @param length bytes, above 0
 * @param replicas in the order in which HDFS named them
 */
public record FileBlock(BlockId id, long offset, long length, List<ReplicaPlace> replicas) {
    public FileBlock {
        replicas = List.copyOf(replicas);
    }
}
