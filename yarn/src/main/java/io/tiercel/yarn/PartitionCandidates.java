package io.tiercel.yarn;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.SimpleCandidateNodeSet;

/** The one node that YARN schedules now, and beside it the others of its partition for those who ask for them. */
public final class PartitionCandidates<N extends SchedulerNode> extends SimpleCandidateNodeSet<N> {
    private final N node;
    private final Supplier<List<N>> partition;
    private final Predicate<N> isUp;

    /**
     * @param partition all nodes of it; asked for only if somebody prefers some
     * @param isUp whether one of them may get containers now
     */
    public PartitionCandidates(N node, Supplier<List<N>> partition, Predicate<N> isUp) {
        super(node);
        this.node = node;
        this.partition = partition;
        this.isUp = isUp;
    }

    N node() {
        return node;
    }

    List<N> partition() {
        return partition.get();
    }

    boolean isUp(N one) {
        return isUp.test(one);
    }
}
