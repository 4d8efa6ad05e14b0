package io.tiercel.sim.job;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.migrate.MigrationService;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import java.util.Optional;

/** Selects the replica that a task reads, and classifies the read. */
public record ReplicaSelector(Cluster cluster, ReplicaOrder order, Optional<MigrationService> migrations) {
    /**
     * The preferred replica: by the order, then by distance, then by tier, then at random by block and reader, as an HDFS client does.
     * Replicas on silent nodes are not read, noticed or not; empty if there is no other.
     */
    Optional<StoredReplica> of(StoredBlock block, int reader) {
        int bound = order == ReplicaOrder.MIGRATED_FIRST
                ? migrations.map(there -> there.boundTo(block).orElse(-1)).orElse(-1)
                : -1;
        StoredReplica best = null;
        for (StoredReplica replica : block.replicas()) {
            if (replica.isThere() && (best == null || compare(replica, best, block, reader, bound) < 0)) {
                best = replica;
            }
        }
        return Optional.ofNullable(best);
    }

    private int compare(StoredReplica a, StoredReplica b, StoredBlock block, int reader, int bound) {
        int first = Integer.compare(rank(a, bound), rank(b, bound));
        int second = first == 0 ? Integer.compare(distance(a, reader), distance(b, reader)) : first;
        int third = second == 0 ? a.readTier().compareTo(b.readTier()) : second;
        return third == 0
                ? Integer.compare(mixed(block.id(), reader, a.node()), mixed(block.id(), reader, b.node()))
                : third;
    }

    /** A hash that is the same in every run. */
    private static int mixed(long block, int reader, int node) {
        long bits = (block * 31 + reader) * 31 + node;
        return (int) ((bits * 0x9E3779B97F4A7C15L) >>> 33);
    }

    private int rank(StoredReplica replica, int bound) {
        if (order == ReplicaOrder.NEAREST || replica.readTier() == Tier.MEMORY) {
            return 0;
        }
        return replica.node() == bound ? 1 : 2;
    }

    private int distance(StoredReplica replica, int reader) {
        if (replica.node() == reader) {
            return 0;
        }
        return cluster.node(replica.node()).rack() == cluster.node(reader).rack() ? 1 : 2;
    }

    Locality locality(StoredReplica replica, int reader) {
        int distance = distance(replica, reader);
        if (distance > 0 && replica.readTier() == Tier.MEMORY) {
            return Locality.MEMORY_ELSEWHERE;
        }
        return switch (distance) {
            case 0 -> Locality.local(replica.readTier());
            case 1 -> Locality.RACK_LOCAL;
            default -> Locality.ELSEWHERE;
        };
    }

    /** Which of a block's replicas a task prefers. */
    public enum ReplicaOrder {
        /** On its own node, then in its rack, then elsewhere; among equals the fastest tier. */
        NEAREST,
        /** In memory on any node, as DYRS directs reads (section III). */
        MEMORY_FIRST,
        /** In memory, or on a node that was chosen to bring it into memory: the order of a scheme that binds at once. */
        MIGRATED_FIRST
    }
}
