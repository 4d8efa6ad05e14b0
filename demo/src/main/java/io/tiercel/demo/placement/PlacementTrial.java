package io.tiercel.demo.placement;

import io.tiercel.demo.report.TaskTiers;
import java.util.Map;

/**
 * One job, run once, cold, under one policy.
 *
 * @param round counted from 1
 * @param seconds from the driver's call to the collected result
 * @param taskSeconds run times of all the job's tasks, added up
 * @param tiers what the scheduler says about the tasks
 * @param servedBytes bytes that the DataNodes say they served, by {@code SSD}, {@code HDD} (from the device) and
 *     {@code PAGE_CACHE}
 * @param rows rows of the result
 * @param sha256 fingerprint of the result
 */
public record PlacementTrial(
        int round,
        String policy,
        String job,
        double seconds,
        double taskSeconds,
        TaskTiers tiers,
        Map<String, Long> servedBytes,
        int rows,
        String sha256) {
    public PlacementTrial {
        servedBytes = Map.copyOf(servedBytes);
    }
}
