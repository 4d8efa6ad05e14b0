package io.tiercel.demo.prefetch;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.sim.validation.MeasuredRun;
import java.util.List;

/**
 * One job, run once, cold.
 *
 * @param treatment {@link PrefetchTreatment#id}
 * @param job {@link PrefetchTarget#id}
 * @param leadSeconds from submission to the job's call
 * @param inputBytes that the job reads
 * @param submission what was done before its first stage
 * @param run from the job's call to its result
 * @param plans of its stages, where any were made
 * @param planningMillis how long each plan took
 */
record PrefetchTrial(
        String treatment,
        String job,
        double leadSeconds,
        long inputBytes,
        JobSubmission submission,
        @JsonUnwrapped JobTrial run,
        List<PlannedStage> plans,
        List<Long> planningMillis) {
    PrefetchTrial {
        plans = List.copyOf(plans);
        planningMillis = List.copyOf(planningMillis);
    }

    /** Seconds from submission to the collected result. */
    double seconds() {
        return leadSeconds + run.seconds();
    }

    MeasuredRun measured() {
        return run.measured(treatment, job, leadSeconds, inputBytes);
    }

    /** The share of the input that was in memory. */
    double fromMemory() {
        return (double) run.served(JobTrial.PAGE_CACHE) / inputBytes;
    }

    /** Bytes that devices delivered although no task was given them: read into memory in vain. Tasks read every byte once. */
    long wastedBytes() {
        return Math.max(0, run.served(JobTrial.HDD) + run.served(JobTrial.SSD) - inputBytes);
    }

    /** Bytes that were read into memory ahead of the tasks. */
    long prefetchedBytes() {
        return wastedBytes() + run.served(JobTrial.PAGE_CACHE);
    }

    /** Blocks asked for, at submission or by a plan. */
    int askedBlocks() {
        return submission.kept()
                + plans.stream().mapToInt(plan -> plan.outcome().taken()).sum();
    }

    /** Blocks asked for that some task read from memory, by the scheduler's account; no others are in memory. */
    int usedBlocks() {
        return (int) Math.min(askedBlocks(), run.tiers().happened().getOrDefault("MEMORY", 0L));
    }

    /** Measured seconds of the stages that were planned for; 0 if none was. */
    double stageSeconds() {
        return plans.stream().mapToDouble(plan -> plan.outcome().seconds()).sum();
    }

    /** The plans' prediction of {@link #stageSeconds}. */
    double predictedStageSeconds() {
        return plans.stream()
                .mapToDouble(plan -> plan.outcome().predictedSeconds())
                .sum();
    }
}
