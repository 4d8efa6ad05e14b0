package io.tiercel.sim.verify;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.engine.Engine;
import io.tiercel.sim.storage.StorageListener;
import io.tiercel.sim.storage.StoredBlock;
import java.util.Arrays;

/** Checks that no device holds more than its size. */
final class RoomCheck implements StorageListener {
    private final Engine engine;
    /** By device number. */
    private long[] used = new long[64];

    RoomCheck(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void stored(int node, Device device, StoredBlock block) {
        if (device.number() >= used.length) {
            used = Arrays.copyOf(used, Math.max(2 * used.length, device.number() + 1));
        }
        used[device.number()] += block.bytes();
        long bytes = used[device.number()];
        if (bytes > device.bytes()) {
            throw new BrokenInvariantException(
                    engine.now(), device + ": holds " + bytes + " bytes, has room for " + device.bytes());
        }
    }

    @Override
    public void removed(int node, Device device, StoredBlock block) {
        boolean known = device.number() < used.length;
        if (!known || (used[device.number()] -= block.bytes()) < 0) {
            throw new BrokenInvariantException(engine.now(), device + ": gives up more than it holds");
        }
    }
}
