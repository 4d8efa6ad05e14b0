package io.tiercel.migrate.ledger;

/**
 * A device as an agent introduces it.
 *
 * @param bytesPerSecond its full bandwidth, as measured or as known of its kind; above 0 and finite
 */
public record DeviceDescription(double bytesPerSecond) {
    public DeviceDescription {
        if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bytesPerSecond: expected above 0 and finite, got " + bytesPerSecond);
        }
    }
}
