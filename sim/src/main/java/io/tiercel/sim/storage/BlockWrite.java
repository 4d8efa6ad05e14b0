package io.tiercel.sim.storage;

import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.SharedResource;
import io.tiercel.sim.engine.Transfer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A block that is being written: through the links between its replicas' nodes, and to their devices at the same time. If a node fails, the rest
 * goes to the other nodes, as in HDFS' pipeline recovery.
 */
public final class BlockWrite implements Cancellable {
    private final Storage storage;
    private final int writer;
    private final StoredBlock block;
    private final List<StoredReplica> replicas;
    private final Runnable done;
    private @Nullable Transfer way;
    private long rest;

    /** @param done called when the last byte is written */
    BlockWrite(Storage storage, int writer, StoredBlock block, List<StoredReplica> replicas, Runnable done) {
        this.storage = storage;
        this.writer = writer;
        this.block = block;
        this.replicas = new ArrayList<>(replicas);
        this.done = done;
        this.rest = block.bytes();
    }

    public StoredBlock block() {
        return block;
    }

    void begin() {
        Set<SharedResource> path = new LinkedHashSet<>();
        int from = writer;
        for (StoredReplica replica : replicas) {
            path.addAll(storage.cluster().links(from, replica.node()));
            path.add(storage.writtenTo(replica).bandwidth());
            from = replica.node();
        }
        replicas.forEach(StoredReplica::hold);
        way = Transfer.begin(rest, List.copyOf(path), this::finish).ifBroken(this::recover);
    }

    private void finish() {
        replicas.forEach(StoredReplica::letGo);
        replicas.forEach(storage::writeInBackground);
        done.run();
    }

    private void recover(long carried) {
        rest -= carried;
        replicas.forEach(StoredReplica::letGo);
        replicas.removeIf(replica -> {
            boolean gone = !replica.isThere();
            if (gone) {
                storage.discard(replica);
            }
            return gone;
        });
        if (replicas.isEmpty()) {
            replicas.addAll(storage.store(block, writer));
            rest = block.bytes();
        }
        begin();
    }

    @Override
    public void cancel() {
        if (way != null && way.abandon()) {
            replicas.forEach(StoredReplica::letGo);
        }
    }
}
