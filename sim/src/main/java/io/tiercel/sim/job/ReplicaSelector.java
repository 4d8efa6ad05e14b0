package io.tiercel.sim.job;

import io.tiercel.model.Tier;
import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.migrate.MigrationService;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import java.util.Optional;

/** Selects the replica that a task reads, and classifies the read. */
public final class ReplicaSelector {
    private final Cluster cluster;
    private final ReplicaOrder order;
    private final Optional<MigrationService> migrator;

    public ReplicaSelector(Cluster cluster, ReplicaOrder order, Optional<MigrationService> migrator) {
        this.cluster = cluster;
        this.order = order;
        this.migrator = migrator;
    }

    /**
     * The preferred replica: by the order, then by distance, then by tier, then at random by block and reader, as an HDFS client does.
     * Replicas on silent nodes are not read, noticed or not; empty if there is no other.
     */
    Optional<StoredReplica> of(StoredBlock block, int reader) {
        int bound = order == ReplicaOrder.MIGRATED_FIRST
                ? migrator.map(c -> c.boundTo(block).orElse(-1)).orElse(-1)
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
        int order = Integer.compare(rank(a, bound), rank(b, bound));
        if (order == 0) {
            order = Integer.compare(distance(a, reader), distance(b, reader));
        }
        if (order == 0) {
            order = a.readTier().compareTo(b.readTier());
        }
        return order == 0
                ? Integer.compare(mixed(block.id(), reader, a.node()), mixed(block.id(), reader, b.node()))
                : order;
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

    /** The class of a read by a task on {@code reader}. */
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
}
