package io.tiercel.assign;

/**
 * The shape of a seeded world.
 *
 * @param tasks number of tasks
 * @param nodes number of nodes
 * @param slots free slots of a node, give or take {@code slotJitter}, never below 0
 * @param racks nodes are dealt out to so many racks, neighbours together
 * @param replicas replicas of each block, on distinct nodes; more than there are nodes means on all of them
 * @param hotNodes so many nodes hold {@code hotShare} of the blocks' replicas
 * @param bare share of the tasks that have no located input
 * @param blocks blocks of a task, 1 to so many, of unequal length
 * @param costs scores, c1, c2 and c0
 */
public record WorldShape(
        int tasks,
        int nodes,
        int slots,
        int slotJitter,
        int racks,
        int replicas,
        int hotNodes,
        double hotShare,
        double bare,
        int blocks,
        CostModel costs) {

    /** Three replicas of one block on random nodes and tiers, racks of 32 nodes, Trident's costs. */
    public static WorldShape uniform(int tasks, int nodes, int slots) {
        return new WorldShape(
                tasks, nodes, slots, 0, Math.max(1, (nodes + 31) / 32), 3, 0, 0, 0, 1, CostModel.trident());
    }

    /** The same with {@code share} of the blocks on {@code hotNodes} nodes. */
    public WorldShape skewed(int hotNodes, double share) {
        return new WorldShape(tasks, nodes, slots, slotJitter, racks, replicas, hotNodes, share, bare, blocks, costs);
    }
}
