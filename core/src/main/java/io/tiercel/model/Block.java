package io.tiercel.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one task reads of one block.
 *
 * @param bytes how many bytes of the block the task reads, at least 0
 * @param replicas the block's live copies; empty when none is known
 * @param id the block's name, by which its residency is told; null where files have no named blocks
 */
public record Block(long bytes, List<Replica> replicas, @Nullable BlockId id) {
    public Block {
        Preconditions.nonNegative("bytes", bytes);
        replicas = List.copyOf(replicas);
    }

    /** A block without a name. */
    public Block(long bytes, List<Replica> replicas) {
        this(bytes, replicas, null);
    }
}
