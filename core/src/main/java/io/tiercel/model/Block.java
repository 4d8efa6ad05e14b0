package io.tiercel.model;

import java.util.List;

/**
 * What one task reads of one block.
 *
 * @param bytes how many bytes of the block the task reads, at least 0
 * @param replicas the block's live copies; empty when none is known
 */
public record Block(long bytes, List<Replica> replicas) {
    public Block {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes: expected at least 0, got " + bytes);
        }
        replicas = List.copyOf(replicas);
    }
}
