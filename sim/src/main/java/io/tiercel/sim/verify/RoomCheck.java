package io.tiercel.sim.verify;

import io.tiercel.sim.cluster.Device;
import io.tiercel.sim.cluster.StorageListener;
import io.tiercel.sim.cluster.StoredBlock;
import io.tiercel.sim.engine.Engine;
import java.util.HashMap;
import java.util.Map;

/** No memory and no other device holds more than its size. */
final class RoomCheck implements StorageListener {
    private final Engine engine;
    private final Map<Device, Long> used = new HashMap<>();

    RoomCheck(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void stored(int node, Device device, StoredBlock block) {
        long bytes = used.merge(device, block.bytes(), Long::sum);
        if (bytes > device.bytes()) {
            throw new BrokenInvariantException(
                    engine.now(), device + ": holds " + bytes + " bytes, has room for " + device.bytes());
        }
    }

    @Override
    public void removed(int node, Device device, StoredBlock block) {
        if (used.merge(device, -block.bytes(), Long::sum) < 0) {
            throw new BrokenInvariantException(engine.now(), device + ": gives up more than it holds");
        }
    }
}
