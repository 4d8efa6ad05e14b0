package io.tiercel.sim.cluster;

import io.tiercel.model.Replica;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A block and its replicas. */
public final class StoredBlock {
    private final long id;
    private final long bytes;
    private final List<StoredReplica> replicas = new ArrayList<>(3);
    private int version;

    StoredBlock(long id, long bytes) {
        this.id = id;
        this.bytes = bytes;
    }

    /** Its number, in the order of making. */
    public long id() {
        return id;
    }

    public long bytes() {
        return bytes;
    }

    public List<StoredReplica> replicas() {
        return Collections.unmodifiableList(replicas);
    }

    /** The replicas as policies see them. */
    public List<Replica> places() {
        return replicas.stream()
                .map(replica -> new Replica(replica.node(), replica.tier(), replica.residency()))
                .toList();
    }

    /** Another number whenever a replica has come, gone or moved. */
    public int version() {
        return version;
    }

    void add(StoredReplica replica) {
        replicas.add(replica);
        changed();
    }

    void changed() {
        version++;
    }
}
