package io.tiercel.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a block that one task reads.
 *
 * @param bytes that the task reads, at least 0
 * @param replicas the block's live copies; empty if none is known
 * @param id names the block for residency; null where files have no named blocks
 * @param store the shared storage that has all of it, such as {@code s3a://bucket}: nodes without a replica read there. Null if there is
 *     none, and they read another node's replica
 */
public record Block(long bytes, List<Replica> replicas, @Nullable BlockId id, @Nullable String store) {
    public Block {
        Preconditions.nonNegative("bytes", bytes);
        replicas = List.copyOf(replicas);
    }

    public Block(long bytes, List<Replica> replicas, @Nullable BlockId id) {
        this(bytes, replicas, id, null);
    }

    public Block(long bytes, List<Replica> replicas) {
        this(bytes, replicas, null);
    }
}
