package io.tiercel.sim.storage;

import io.tiercel.model.Replica;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A block and its replicas. */
public final class StoredBlock {
    private final long id;
    private final long bytes;
    private final List<StoredReplica> replicas = new ArrayList<>(3);
    private int version;
    private @Nullable List<Runnable> watchers;

    StoredBlock(long id, long bytes) {
        this.id = id;
        this.bytes = bytes;
    }

    /** Its number, in the order of creation. */
    public long id() {
        return id;
    }

    public long bytes() {
        return bytes;
    }

    public List<StoredReplica> replicas() {
        return Collections.unmodifiableList(replicas);
    }

    /** The replicas as policies see them: without those on lost nodes. */
    public List<Replica> places() {
        List<Replica> places = new ArrayList<>(replicas.size());
        for (StoredReplica replica : replicas) {
            if (replica.isListed()) {
                places.add(new Replica(replica.node(), replica.tier(), replica.residency()));
            }
        }
        return places;
    }

    /** Changes whenever a replica has come, gone or moved. */
    public int version() {
        return version;
    }

    void add(StoredReplica replica) {
        replicas.add(replica);
        changed();
    }

    /** False if the replica was removed before. */
    boolean remove(StoredReplica replica) {
        boolean was = replicas.remove(replica);
        changed();
        return was;
    }

    /** Runs {@code watcher} whenever a replica has come, gone or moved. */
    public void watch(Runnable watcher) {
        if (watchers == null) {
            watchers = new ArrayList<>(1);
        }
        watchers.add(watcher);
    }

    public void unwatch(Runnable watcher) {
        if (watchers != null) {
            watchers.remove(watcher);
            if (watchers.isEmpty()) {
                watchers = null; // few blocks are watched at a time
            }
        }
    }

    /** Tells watchers that a replica has come, gone or moved, or that its node has. */
    public void changed() {
        version++;
        if (watchers != null) {
            watchers.forEach(Runnable::run);
        }
    }
}
