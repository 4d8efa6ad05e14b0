package io.tiercel.migrate.ledger;

import io.tiercel.model.ReadCurve;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A device as an agent introduces it.
 *
 * @param storage the storage system's name of it; empty where devices go by their position
 * @param storageType its kind, as HDFS names it: SSD, DISK, …; empty if unknown
 * @param measured bytes per second with nobody else on it; empty if its agent has not measured it
 * @param curve by the number of readers; empty if its agent has not measured it
 */
public record DeviceDescription(
        String storage, String storageType, OptionalDouble measured, Optional<ReadCurve> curve) {
    /** A device without a name. {@code bytesPerSecond} has to be above 0 and finite. */
    public DeviceDescription(double bytesPerSecond) {
        this("", "", OptionalDouble.of(bytesPerSecond), Optional.empty());
        if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bytesPerSecond: expected above 0 and finite, got " + bytesPerSecond);
        }
    }
}
