package io.tiercel.sim.shared;

import io.tiercel.sim.cluster.Cluster;
import io.tiercel.sim.cluster.Node;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.storage.DiskCaches;
import io.tiercel.sim.storage.StoredBlock;
import io.tiercel.sim.storage.StoredReplica;
import io.tiercel.transfer.IsolationQuanta;
import io.tiercel.transfer.SourceBandwidth;
import io.tiercel.transfer.Transfer;
import io.tiercel.transfer.TransferScheduler;
import io.tiercel.transfer.TransferSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies blocks from shared storage into caches when core's {@link TransferScheduler} says so. A transfer moves at the rate that the
 * scheduler granted. The sum of these rates is never above the link's bandwidth, so the link gives each its rate; a busy disk or node link may
 * take longer.
 */
public final class CacheTransfers {
    private static final int SOURCE = 0;

    private final Engine engine;
    private final Cluster cluster;
    private final DiskCaches caches;
    private final List<? extends SharedReadListener> listeners;
    private final TransferScheduler scheduler;
    private final long bandwidth;
    /** Blocks that tasks still want, with how many do. */
    private final Map<StoredBlock, Integer> wanted = new HashMap<>();

    private final Map<Long, StoredBlock> blocks = new HashMap<>();
    private boolean isPlanned;

    CacheTransfers(
            Engine engine,
            Cluster cluster,
            DiskCaches caches,
            SharedStorageSpec spec,
            List<? extends SharedReadListener> listeners) {
        this.engine = engine;
        this.cluster = cluster;
        this.caches = caches;
        this.listeners = listeners;
        this.bandwidth = spec.bytesPerSecond();
        this.scheduler = new TransferScheduler(TransferSettings.of(spec.fill().policy()));
        scheduler.addSource(SOURCE, new SourceBandwidth(bandwidth), IsolationQuanta.ALWAYS);
        for (Node node : cluster.nodes()) {
            scheduler.addNode(node.index(), caches.room(node.index()));
        }
    }

    /**
     * A job begins.
     *
     * @param job its number; jobs come in the order of their numbers
     * @param rate bytes per second that one of its tasks reads, in its whole running time
     * @param input the block of each of its tasks
     */
    public void begins(int job, long rate, List<StoredBlock> input) {
        scheduler.add(job, job, 0, rate);
        for (StoredBlock block : input) {
            blocks.put(block.id(), block);
            wanted.merge(block, 1, Integer::sum);
            scheduler.want(job, block.id(), block.bytes(), SOURCE, TransferScheduler.ANY_NODE);
        }
        plan();
    }

    /** A task that wanted the block has ended. */
    public void taskEnded(int job, StoredBlock block) {
        wanted.computeIfPresent(block, (any, count) -> count == 1 ? null : count - 1);
        scheduler.finishedTask(job, block.id());
        plan();
    }

    public void ended(int job) {
        scheduler.jobEnded(job);
    }

    /** Asks the scheduler once after all events of this moment: a job's arrival alone has one event for each task. */
    private void plan() {
        if (!isPlanned) {
            isPlanned = true;
            engine.after(0, () -> {
                isPlanned = false;
                start();
            });
        }
    }

    private void start() {
        for (Node node : caches.isAnyFull() ? cluster.nodes() : List.<Node>of()) {
            caches.makeRoom(node.index(), block -> !wanted.containsKey(block)).forEach(block -> {
                scheduler.evicted(block.id());
                blocks.remove(block.id());
            });
        }
        scheduler.next(engine.now() / (double) Engine.SECOND).forEach(this::start);
        if (scheduler.underWay(SOURCE) > bandwidth) {
            throw new IllegalStateException(
                    "transfers: expected at most " + bandwidth + " B/s, got " + scheduler.underWay(SOURCE));
        }
    }

    private void start(Transfer transfer) {
        StoredBlock block = blocks.get(transfer.block());
        StoredReplica copy = caches.begin(block, transfer.node());
        listeners.forEach(listener -> listener.sharedReadBegins(engine.now(), transfer.rate()));
        List<SharedResource> path =
                List.of(cluster.node(transfer.node()).in(), copy.device().bandwidth());
        int[] open = {2};
        Runnable part = () -> {
            if (--open[0] == 0) {
                completed(transfer, copy);
            }
        };
        engine.after((long) Math.ceil((double) transfer.bytes() / transfer.rate() * Engine.SECOND), part);
        io.tiercel.sim.engine.Transfer.begin(transfer.bytes(), path, part);
    }

    private void completed(Transfer transfer, StoredReplica copy) {
        listeners.forEach(listener -> listener.sharedReadEnds(engine.now(), transfer.rate(), transfer.bytes()));
        scheduler.completed(transfer, engine.now() / (double) Engine.SECOND);
        caches.complete(copy);
        plan();
    }
}
