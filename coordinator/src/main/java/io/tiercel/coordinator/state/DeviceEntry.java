package io.tiercel.coordinator.state;

/** A storage medium of an agent. Its index never changes, because migrations name it. */
final class DeviceEntry {
    final int index;
    final String storage;
    String storageType;

    /** Whether the agent that is registered now has it. */
    boolean present;

    long migratedBlocks;
    long migratedBytes;

    DeviceEntry(int index, String storage, String storageType) {
        this.index = index;
        this.storage = storage;
        this.storageType = storageType;
    }
}
