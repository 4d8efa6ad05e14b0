package io.tiercel.sim.storage;

import io.tiercel.sim.cluster.Device;

/** Hears what comes to lie where, for whoever checks or measures it. */
public interface StorageListener {
    /** Bytes of a replica take room on a device of {@code node}. */
    void stored(int node, Device device, StoredBlock block);

    /** They no longer do. */
    void removed(int node, Device device, StoredBlock block);
}
