package io.tiercel.agent.migrate;

import io.tiercel.agent.BlockStore;
import io.tiercel.agent.BlockStore.StorageDevice;
import io.tiercel.protocol.BlockId;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets go of devices that the daemon has given up, as DataNodes do with volumes at run time: whoever gives a device up unmounts it next.
 * For one thread.
 */
public final class RemovedDevices {
    private static final Logger LOG = LoggerFactory.getLogger(RemovedDevices.class);

    private final BlockStore store;
    private final Devices devices;
    private final PinnedBlocks pins;
    private final Consumer<BlockId> lost;
    private Set<String> before = Set.of();

    /** @param lost receives each block that was given back */
    public RemovedDevices(BlockStore store, Devices devices, PinnedBlocks pins, Consumer<BlockId> lost) {
        this.store = store;
        this.devices = devices;
        this.pins = pins;
        this.lost = lost;
    }

    /** Takes one turn. Call it about twice a second. */
    public void tick() throws IOException {
        Set<String> now = store.devices().stream().map(StorageDevice::storage).collect(Collectors.toSet());
        for (String storage : before) {
            if (!now.contains(storage)) {
                letGo(storage);
            }
        }
        before = now;
    }

    private void letGo(String storage) {
        // First, so that no migration pins a block afterwards.
        devices.remove(storage);
        int released = 0;
        for (var pin : pins.snapshot().entrySet()) {
            if (pin.getValue().stored().storage().equals(storage) && pins.release(pin.getKey())) {
                lost.accept(pin.getKey());
                released++;
            }
        }
        LOG.info("Storage {} was removed from the DataNode; Tiercel has let go of {} blocks there", storage, released);
    }
}
