package io.tiercel.sim.storage;

import io.tiercel.sim.cluster.Device;

/** Hears where blocks come to lie. */
public interface StorageListener {
    /** A replica or copy takes room on a device. */
    void stored(int node, Device device, StoredBlock block);

    /** It gives the room back. */
    void removed(int node, Device device, StoredBlock block);
}
