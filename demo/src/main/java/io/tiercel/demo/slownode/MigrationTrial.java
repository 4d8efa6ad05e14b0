package io.tiercel.demo.slownode;

import java.util.List;
import java.util.Map;

/**
 * All data brought into memory once, cold.
 *
 * @param seconds from the hint until everything was in memory
 * @param idealSeconds that the devices' summed bandwidth allows
 * @param estimates of each node's time for a block as time went by
 */
record MigrationTrial(
        int round,
        String binder,
        InterferencePattern interference,
        double seconds,
        double idealSeconds,
        Map<String, Long> bytesByNode,
        List<Moment> progress,
        Map<String, List<Moment>> estimates) {
    MigrationTrial {
        bytesByNode = Map.copyOf(bytesByNode);
        progress = List.copyOf(progress);
        estimates = Map.copyOf(estimates);
    }

    /** How much longer it took than it had to; 1 is as fast as the devices are. */
    double ratio() {
        return seconds / idealSeconds;
    }

    /**
     * Something at a time.
     *
     * @param seconds since the hint
     */
    record Moment(double seconds, double value) {}
}
