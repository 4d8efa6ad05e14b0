package io.tiercel.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a block that one task reads.
 *
 * @param bytes that the task reads, at least 0
 * @param replicas the block's live copies; empty if none is known
 * @param id names the block for residency; null where files have no named blocks
 */
public record Block(long bytes, List<Replica> replicas, @Nullable BlockId id) {
    public Block {
        Preconditions.nonNegative("bytes", bytes);
        replicas = List.copyOf(replicas);
    }

    public Block(long bytes, List<Replica> replicas) {
        this(bytes, replicas, null);
    }
}
