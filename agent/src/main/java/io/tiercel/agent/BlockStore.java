package io.tiercel.agent;

import io.tiercel.protocol.BlockId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The replicas of one storage node, as its daemon knows them. Called from several threads. */
public interface BlockStore {
    /** The devices that hold replicas now. */
    List<StorageDevice> devices() throws IOException;

    /**
     * The device that holds a replica of exactly this generation, finished or not; empty if the node has none. Answers from memory, while
     * {@link #find} looks at the disk.
     */
    Optional<String> storageOf(BlockId block) throws IOException;

    /** The finished replica of a block, of exactly this generation; empty if the node has none. */
    Optional<StoredReplica> find(BlockId block) throws IOException;

    /**
     * Some finished replicas on a device, at most so many. Each call goes on where the last one ended, and begins anew after all of them.
     */
    List<BlockId> some(String storage, int most) throws IOException;

    /** Connections over which the daemon sends or takes blocks now. */
    int readers();

    /** Reads a replica from its first byte, the way that the daemon serves its readers. */
    InputStream open(BlockId block) throws IOException;

    /** A device of the node: its id, unique in the cluster, and its type as HDFS names it (SSD, DISK, …). */
    record StorageDevice(String storage, String storageType) {}

    /** The file that holds the bytes of a replica and nothing else, the id of its device, and its length in bytes. */
    record StoredReplica(Path file, String storage, long length) {}
}
