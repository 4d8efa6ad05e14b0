package io.tiercel.model;

/**
 * One copy of a block.
 *
 * @param node index of the node that holds it
 * @param tier the tier of the device that it lies on
 */
public record Replica(int node, Tier tier) {
    public Replica {
        if (node < 0) {
            throw new IllegalArgumentException("node: expected an index of at least 0, got " + node);
        }
    }
}
