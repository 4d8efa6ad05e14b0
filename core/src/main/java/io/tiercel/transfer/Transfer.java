package io.tiercel.transfer;

/**
 * A copy of a block from shared storage into a node's cache, and why it was chosen.
 *
 * @param id from 0, in the order in which transfers start
 * @param source where the block is read
 * @param node into whose cache it is written
 * @param rate bytes per second that the transfer may take: the job's I/O rate, or less if the source had less left
 * @param attempt from 1
 * @param startedAt seconds
 * @param reason why this block, and why on this node
 */
public record Transfer(
        long id,
        long block,
        long bytes,
        int source,
        int node,
        long rate,
        int attempt,
        double startedAt,
        Reason reason) {
    /** How a transfer's node was chosen. */
    public enum NodeChoice {
        /** The stage plan runs the task there. */
        PLANNED("the plan runs its task there"),

        /** The plan names no node. */
        LEAST_LOADED("it has room and the least load"),

        /** The plan names a node that has no room, or that is lost. */
        PLANNED_WITHOUT_ROOM("the planned node has no room; this one has, and the least load");

        private final String words;

        NodeChoice(String words) {
            this.words = words;
        }
    }

    /**
     * Why a transfer was chosen.
     *
     * @param policy by which the job came first
     * @param job for which the block was chosen; other jobs may want it too
     * @param demand tasks of all jobs that wanted the block
     */
    public record Reason(TransferPolicy policy, long job, int demand, NodeChoice choice) {}

    /** One sentence for people. */
    public String explanation() {
        return "Job " + reason.job() + " was first by " + reason.policy() + ", tasks that want block " + block + ": "
                + reason.demand() + ", node " + node + ": " + reason.choice().words + ".";
    }
}
