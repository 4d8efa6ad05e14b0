package io.tiercel.transfer;

import io.tiercel.model.Preconditions;

/**
 * Spreads the tasks of a stage over nodes, so that all nodes have about as much to compute. Each task goes to the node that has the least
 * so far (Graham's list scheduling, 1969). Tasks whose input is cached are to be given first: they have little choice.
 *
 * <p>Not thread-safe.
 */
public final class StageShares {
    /** Bytes by node. */
    private final long[] shares;

    /** @param nodes at least 1; their numbers begin at 0 */
    public StageShares(int nodes) {
        Preconditions.atLeast("nodes", nodes, 1);
        this.shares = new long[nodes];
    }

    /**
     * Gives a task to a node.
     *
     * @param bytes of its input
     * @param among the nodes that have its input; any node if empty
     * @return the node of these with the fewest bytes; of equals the first
     */
    public int give(long bytes, int... among) {
        int choices = among.length > 0 ? among.length : shares.length;
        int least = -1;
        for (int i = 0; i < choices; i++) {
            int node = among.length > 0 ? among[i] : i;
            if (least < 0 || shares[node] < shares[least]) {
                least = node;
            }
        }
        shares[least] += bytes;
        return least;
    }

    /** Bytes of the tasks that a node was given. */
    public long bytes(int node) {
        return shares[node];
    }
}
