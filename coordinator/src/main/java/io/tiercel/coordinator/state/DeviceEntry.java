package io.tiercel.coordinator.state;

import java.util.OptionalDouble;

/** A storage medium of an agent. Its index never changes, because migrations name it. */
final class DeviceEntry {
    private static final double SLOWEST = 1;
    private static final double FASTEST = 1e15;

    final int index;
    final String storage;
    String storageType;

    /** Whether the agent that is registered now has it. */
    boolean present;

    /** With nobody else on it, bytes per second; empty if its agent has not measured it. */
    OptionalDouble measured = OptionalDouble.empty();

    long migratedBlocks;
    long migratedBytes;

    DeviceEntry(int index, String storage, String storageType) {
        this.index = index;
        this.storage = storage;
        this.storageType = storageType;
    }

    /** Believes a speed that a device can have; whether it did, and it is news. */
    boolean measured(OptionalDouble bytesPerSecond) {
        if (bytesPerSecond.isEmpty()
                || !(bytesPerSecond.getAsDouble() >= SLOWEST && bytesPerSecond.getAsDouble() < FASTEST)
                || bytesPerSecond.equals(measured)) {
            return false;
        }
        measured = bytesPerSecond;
        return true;
    }
}
