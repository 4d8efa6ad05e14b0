package io.tiercel.demo.reuse;

import io.tiercel.demo.report.TaskTiers;
import java.util.Map;

/**
 * One of two identical jobs, run once.
 *
 * @param round counted from 1
 * @param policy by which tasks are placed
 * @param fit {@link MemoryFit#id}
 * @param second whether an identical job has run just before; else the data was cold
 * @param seconds from the driver's call to the collected result
 * @param tiers what the scheduler says about the tasks
 * @param servedBytes bytes that the DataNodes say they served, by {@code SSD}, {@code HDD} (from the device) and {@code PAGE_CACHE}
 * @param rows rows of the result
 * @param sha256 fingerprint of the result
 */
record ReuseTrial(
        int round,
        String policy,
        String fit,
        boolean second,
        double seconds,
        TaskTiers tiers,
        Map<String, Long> servedBytes,
        int rows,
        String sha256) {
    ReuseTrial {
        servedBytes = Map.copyOf(servedBytes);
    }

    /** Of the bytes that were read, the share that was in memory. */
    double fromMemory() {
        long all = servedBytes.values().stream().mapToLong(Long::longValue).sum();
        return (double) servedBytes.getOrDefault("PAGE_CACHE", 0L) / all;
    }
}
