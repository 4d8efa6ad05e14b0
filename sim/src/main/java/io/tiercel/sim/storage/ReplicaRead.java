package io.tiercel.sim.storage;

import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.Transfer;
import java.util.function.LongConsumer;

public final class ReplicaRead implements Cancellable {
    private final StoredReplica replica;
    private final Transfer way;
    private final long bytes;

    /** @param bytes yet to be carried */
    ReplicaRead(StoredReplica replica, Transfer way, long bytes) {
        this.replica = replica;
        this.way = way;
        this.bytes = bytes;
    }

    /**
     * Sets what happens when the replica's node fails.
     *
     * @param then gets the number of bytes yet to be read
     */
    public ReplicaRead ifBroken(LongConsumer then) {
        way.ifBroken(carried -> {
            replica.letGo();
            then.accept(bytes - carried);
        });
        return this;
    }

    @Override
    public void cancel() {
        if (way.abandon()) {
            replica.letGo();
        }
    }
}
