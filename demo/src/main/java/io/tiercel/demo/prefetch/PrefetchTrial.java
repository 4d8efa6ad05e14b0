package io.tiercel.demo.prefetch;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.prefetch.ApplicationPlans.PlannedStage;
import io.tiercel.demo.prefetch.JobSubmitter.JobSubmission;
import io.tiercel.demo.prefetch.JoinResults.JoinPlanning;
import io.tiercel.demo.report.Identified;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.record.ReadPlace;
import io.tiercel.sim.validation.MeasuredRun;
import java.util.List;

/**
 * One job, run once, cold.
 *
 * @param treatment a {@link PrefetchTreatment}, or for a join its {@link JoinPlanning}
 * @param leadSeconds from submission to the job's call
 * @param submission what was done before its first stage
 */
record PrefetchTrial(
        Identified treatment,
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

    double seconds() {
        return leadSeconds + run.seconds();
    }

    MeasuredRun measured() {
        return run.measured(treatment.id(), job, leadSeconds, inputBytes);
    }

    double fromMemory() {
        return (double) run.served(JobTrial.PAGE_CACHE) / inputBytes;
    }

    /** Bytes that devices delivered although no task was given them: read into memory in vain. Tasks read every byte once. */
    long wastedBytes() {
        return Math.max(0, run.served(JobTrial.HDD) + run.served(JobTrial.SSD) - inputBytes);
    }

    long prefetchedBytes() {
        return wastedBytes() + run.served(JobTrial.PAGE_CACHE);
    }

    int askedBlocks() {
        return submission.kept()
                + plans.stream().mapToInt(plan -> plan.outcome().taken()).sum();
    }

    /** Blocks asked for that some task read from memory, by the scheduler's account; no others are in memory. */
    int usedBlocks() {
        return (int) Math.min(askedBlocks(), run.tiers().happened().getOrDefault(ReadPlace.MEMORY, 0L));
    }

    /** Measured seconds of the stages that were planned for; 0 if none was. */
    double stageSeconds() {
        return plans.stream().mapToDouble(plan -> plan.outcome().seconds()).sum();
    }

    double predictedStageSeconds() {
        return plans.stream()
                .mapToDouble(plan -> plan.outcome().predictedSeconds())
                .sum();
    }
}
