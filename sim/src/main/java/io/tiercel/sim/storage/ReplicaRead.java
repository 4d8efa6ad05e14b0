package io.tiercel.sim.storage;

import io.tiercel.sim.engine.Cancellable;
import io.tiercel.sim.engine.Transfer;
import java.util.function.LongConsumer;

/** A replica that is being read. */
public final class ReplicaRead implements Cancellable {
    private final StoredReplica replica;
    private final Transfer way;
    private final long bytes;

    /** @param bytes that are on their way */
    ReplicaRead(StoredReplica replica, Transfer way, long bytes) {
        this.replica = replica;
        this.way = way;
        this.bytes = bytes;
    }

    /**
     * Has the reader told when the replica's node fails.
     *
     * @param then given what is yet to be read, bytes
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
