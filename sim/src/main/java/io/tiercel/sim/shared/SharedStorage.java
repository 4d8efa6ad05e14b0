package io.tiercel.sim.shared;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.SharedResource.TransferListener;
import io.tiercel.sim.engine.Transfer;
import io.tiercel.sim.storage.DiskCaches;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shared storage as tasks read it: its link, and the nodes' caches. */
public final class SharedStorage {
    private final Engine engine;
    private final Cluster cluster;
    private final SharedResource link;
    private final DiskCaches caches;
    private final SharedStorageSpec spec;
    private final List<? extends SharedReadListener> listeners;
    private final Optional<CacheTransfers> transfers;

    /** @param onLink hear of each transfer on the link */
    public SharedStorage(
            Engine engine,
            Cluster cluster,
            DiskCaches caches,
            SharedStorageSpec spec,
            List<? extends SharedReadListener> listeners,
            TransferListener... onLink) {
        this.engine = engine;
        this.cluster = cluster;
        this.caches = caches;
        this.spec = spec;
        this.listeners = List.copyOf(listeners);
        this.link = new SharedResource(engine, "shared storage", spec.bytesPerSecond(), 0, onLink);
        this.transfers = spec.fill().isByTransfers()
                ? Optional.of(new CacheTransfers(engine, cluster, caches, spec, this.listeners))
                : Optional.empty();
    }

    /** The transfer scheduler, if the caches are filled by one. */
    public Optional<CacheTransfers> transfers() {
        return transfers;
    }

    /** Whether a task has to wait until a transfer of its input has begun. */
    public boolean awaits(StoredBlock block) {
        return transfers.isPresent() && block.replicas().isEmpty();
    }

    /**
     * Reads a block that is in no cache. If readers fill the caches, all of it comes into the cache of the reading node, as far as that has room.
     *
     * @param bytes that are wanted
     */
    public Cancellable read(StoredBlock block, int node, long bytes, Runnable done) {
        List<SharedResource> path = new ArrayList<>();
        path.add(link);
        path.add(cluster.node(node).in());
        Optional<StoredReplica> copy = spec.fill() == SharedStorageSpec.CacheFill.READERS
                ? caches.begin(block, node, any -> true)
                : Optional.empty();
        copy.map(StoredReplica::device).map(Device::bandwidth).ifPresent(path::add);
        long moved = copy.isPresent() ? block.bytes() : bytes;
        listeners.forEach(listener -> listener.sharedReadBegins(engine.now(), 0));
        Transfer way = Transfer.begin(moved, path, () -> {
            listeners.forEach(listener -> listener.sharedReadEnds(engine.now(), 0, moved));
            copy.ifPresent(caches::complete);
            done.run();
        });
        return () -> {
            if (way.abandon()) {
                copy.ifPresent(caches::remove);
            }
        };
    }
}
