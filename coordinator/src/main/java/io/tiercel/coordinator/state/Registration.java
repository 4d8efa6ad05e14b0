package io.tiercel.coordinator.state;

import io.tiercel.model.BlockId;
import java.util.List;
import java.util.OptionalDouble;

/**
 * An agent introduces itself. Sizes in bytes.
 *
 * @param node the DataNode's UUID
 * @param host as block locations name it
 * @param budget most that may be migrated to it
 * @param pins whether it may lock memory
 * @param sharesDevices whether its migrations read as urgently as everybody else
 * @param storages its devices
 * @param held what is pinned already
 */
public record Registration(
        String node,
        String host,
        long budget,
        boolean pins,
        boolean sharesDevices,
        List<Storage> storages,
        List<Held> held) {
    /** A device; {@code bytesPerSecond} with nobody else on it, as measured; empty if it was not. */
    public record Storage(String id, String type, OptionalDouble bytesPerSecond) {}

    /** A pinned block. */
    public record Held(BlockId block, String storage, long bytes) {}
}
