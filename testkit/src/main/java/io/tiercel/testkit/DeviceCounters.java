package io.tiercel.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Bytes that the DataNodes' devices have served, in order of node and storage type. */
public record DeviceCounters(List<Device> devices) {
    public DeviceCounters {
        devices = List.copyOf(devices);
    }

    /**
     * One device's counts.
     *
     * @param storageType as HDFS names it: SSD, DISK
     * @param opens block files opened for reading
     * @param deviceBytes bytes read at the device's bandwidth
     * @param memoryBytes bytes that lay in the page cache
     */
    public record Device(String host, String storageType, long opens, long deviceBytes, long memoryBytes) {
        public long bytes() {
            return deviceBytes + memoryBytes;
        }

        private Device minus(Device earlier) {
            return new Device(
                    host,
                    storageType,
                    opens - earlier.opens,
                    deviceBytes - earlier.deviceBytes,
                    // The kernel also counts what it has read ahead in vain.
                    Math.max(0, memoryBytes - earlier.memoryBytes));
        }
    }

    /** The difference to earlier counters of the same cluster; a DataNode that has died since counts as nothing. */
    public DeviceCounters since(DeviceCounters earlier) {
        List<Device> difference = new ArrayList<>();
        for (Device device : devices) {
            difference.add(earlier.devices.stream()
                    .filter(other -> other.host.equals(device.host) && other.storageType.equals(device.storageType))
                    .findFirst()
                    .map(device::minus)
                    .orElse(device));
        }
        return new DeviceCounters(difference);
    }

    public DeviceCounters on(String host) {
        return only(device -> device.host().equals(host));
    }

    public DeviceCounters of(String storageType) {
        return only(device -> device.storageType().equals(storageType));
    }

    /** Bytes served, from devices and from memory. */
    public long bytes() {
        return sum(Device::bytes);
    }

    /** Bytes read at the devices' bandwidths. */
    public long deviceBytes() {
        return sum(Device::deviceBytes);
    }

    /** Bytes that lay in the page cache. */
    public long memoryBytes() {
        return sum(Device::memoryBytes);
    }

    private DeviceCounters only(Predicate<Device> wanted) {
        return new DeviceCounters(devices.stream().filter(wanted).toList());
    }

    private long sum(ToLongFunction<Device> count) {
        return devices.stream().mapToLong(count).sum();
    }
}
