package io.tiercel.migrate.status;

import io.tiercel.model.ReadCurve;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An agent that answers, for people. Sizes in bytes of memory.
 *
 * @param limit its budget
 * @param pinned in memory, what is on its way out included
 * @param reserved bound and not yet in memory
 */
public record AgentStatus(String agent, long limit, long pinned, long reserved, List<DeviceStatus> devices) {
    public AgentStatus {
        devices = List.copyOf(devices);
    }

    /**
     * A device. Speeds in bytes per second.
     *
     * @param storage the storage system's name of it; may be empty
     * @param storageType as HDFS names it; may be empty
     * @param bytesPerSecond what a migration is expected to get of it now
     * @param fullBytesPerSecond with nobody else on it; empty if its agent has not measured it
     * @param curve by the number of readers; empty if its agent has not measured it
     * @param queued migrations bound to it and not finished
     * @param migratedBlocks since the coordinator started
     */
    public record DeviceStatus(
            String storage,
            String storageType,
            double bytesPerSecond,
            OptionalDouble fullBytesPerSecond,
            Optional<ReadCurve> curve,
            int queued,
            long migratedBlocks,
            long migratedBytes) {
        /** A device without a name that its agent has not measured. */
        public DeviceStatus(double bytesPerSecond, int queued) {
            this("", "", bytesPerSecond, OptionalDouble.empty(), Optional.empty(), queued, 0, 0);
        }
    }
}
