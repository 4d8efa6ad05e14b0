package io.tiercel.testkit.device;

import java.io.IOException;

/** A DataNode's devices, for its controller; all parameters are strings, as the control channel carries them. */
public interface EmulatedDevicesMBean {
    /** The name under which the devices of a DataNode are registered. */
    String NAME = "io.tiercel.testkit:type=Devices";

    /** One line for each device, as {@link EmulatedDevice#counters()} writes it. */
    String counters();

    /** Changes the bandwidth, in bytes/s, of all devices of a storage type; returns how many there are. */
    String bandwidth(String storageType, String bytesPerSecond);

    /** From now on block files that were read stay in memory up to so many bytes, those read last; 0 for no limit. */
    String pageCache(String bytes) throws IOException;

    /** Drops all block files from memory; returns how many files there are, a tab, and the bytes that stayed resident. */
    String evict() throws IOException;

    /** Bytes of all block files that are in memory, as the kernel says. */
    String resident() throws IOException;
}
