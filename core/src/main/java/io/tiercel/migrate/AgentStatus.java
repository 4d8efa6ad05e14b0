package io.tiercel.migrate;

import java.util.List;

/**
 * An agent for people. Sizes in bytes of memory.
 *
 * @param agent its name
 * @param limit its budget
 * @param pinned in memory, what is on its way out included
 * @param reserved bound and not yet in memory
 * @param leaving told to let go and not yet gone
 * @param unclaimed in memory, and claimed by no job
 * @param devices its devices
 */
public record AgentStatus(
        String agent,
        long limit,
        long pinned,
        long reserved,
        long leaving,
        long unclaimed,
        List<DeviceStatus> devices) {
    public AgentStatus {
        devices = List.copyOf(devices);
    }

    /**
     * A device.
     *
     * @param bytesPerSecond what a migration is expected to get of it now
     * @param queued migrations bound to it and not finished
     */
    public record DeviceStatus(double bytesPerSecond, int queued) {}
}
