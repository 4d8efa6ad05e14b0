package io.tiercel.demo.leadtime;

import io.tiercel.demo.report.TaskTiers;
import java.util.Map;

/**
 * The job, run once.
 *
 * @param round counted from 1
 * @param treatment {@link LeadTimeTreatment#id}
 * @param lead {@link LeadTimeOption#id}
 * @param leadSeconds from the hint to the job's start
 * @param seconds from the driver's call to the collected result
 * @param inMemory share of the input that was in memory when the job began, as the coordinator knew it; 0 if it had not been asked
 * @param tiers what the scheduler says about the tasks
 * @param servedBytes bytes that the DataNodes read, for the job or into memory: {@code SSD}, {@code HDD} (from the device)
 *     and {@code PAGE_CACHE}
 * @param rows rows of the result
 * @param sha256 fingerprint of the result
 */
record LeadTimeTrial(
        int round,
        String treatment,
        String lead,
        double leadSeconds,
        double seconds,
        double inMemory,
        TaskTiers tiers,
        Map<String, Long> servedBytes,
        int rows,
        String sha256) {
    LeadTimeTrial {
        servedBytes = Map.copyOf(servedBytes);
    }
}
