package io.tiercel.demo.prefetch;

import io.tiercel.demo.report.TaskTiers;
import java.util.List;
import java.util.Map;

/**
 * One job, run once, cold.
 *
 * @param round counted from 1; 0 for those that only teach the models
 * @param treatment {@link PrefetchTreatment#id}
 * @param job {@link PrefetchTarget#id}
 * @param leadSeconds from submission to the job's call
 * @param seconds from submission to the collected result
 * @param inputBytes that the job reads
 * @param submission what was done before its first stage
 * @param tiers what the scheduler says about the tasks
 * @param servedBytes bytes that the DataNodes read, for tasks or into memory: {@code HDD} (from the device) and {@code PAGE_CACHE}
 * @param plans of its stages, where any were made
 * @param planningMillis how long each plan took
 * @param sha256 fingerprint of the result
 */
record PrefetchTrial(
        int round,
        String treatment,
        String job,
        double leadSeconds,
        double seconds,
        long inputBytes,
        JobSubmission submission,
        TaskTiers tiers,
        Map<String, Long> servedBytes,
        List<PlannedStage> plans,
        List<Integer> planningMillis,
        String sha256) {
    PrefetchTrial {
        servedBytes = Map.copyOf(servedBytes);
        plans = List.copyOf(plans);
        planningMillis = List.copyOf(planningMillis);
    }

    private long fromMemoryBytes() {
        return servedBytes.getOrDefault("PAGE_CACHE", 0L);
    }

    /** Of what the job read, the share that was in memory. */
    double fromMemory() {
        return (double) fromMemoryBytes() / inputBytes;
    }

    /** Bytes that devices delivered although no task was given them: read into memory in vain. Tasks read every byte once. */
    long wastedBytes() {
        return Math.max(0, servedBytes.getOrDefault("HDD", 0L) + servedBytes.getOrDefault("SSD", 0L) - inputBytes);
    }

    /** Bytes that were read into memory ahead of the tasks. */
    long prefetchedBytes() {
        return wastedBytes() + fromMemoryBytes();
    }

    /** Blocks asked for, at submission or by a plan. */
    int askedBlocks() {
        return submission.kept() + plans.stream().mapToInt(PlannedStage::taken).sum();
    }

    /** Of these, those that some task read from memory, as the scheduler knew it; no others are in memory. */
    int usedBlocks() {
        return (int) Math.min(askedBlocks(), tiers.happened().getOrDefault("MEMORY", 0L));
    }

    /** Measured time of the stages that were planned for; 0 if none was. */
    double stageSeconds() {
        return plans.stream().mapToDouble(PlannedStage::seconds).sum();
    }

    /** What the plans said of it. */
    double predictedStageSeconds() {
        return plans.stream().mapToDouble(PlannedStage::predictedSeconds).sum();
    }
}
