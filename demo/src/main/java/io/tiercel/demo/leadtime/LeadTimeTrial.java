package io.tiercel.demo.leadtime;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tiercel.demo.run.JobTrial;
import io.tiercel.sim.validation.MeasuredRun;

/**
 * The job, run once.
 *
 * @param treatment {@link LeadTimeTreatment#id}
 * @param lead {@link LeadTimeOption#id}
 * @param leadSeconds from the hint to the job's start
 * @param inputBytes length of the job's files
 * @param inMemory share of these that was in memory when the job began, as the coordinator knew it; 0 if it had not been asked
 */
record LeadTimeTrial(
        String treatment,
        String lead,
        double leadSeconds,
        long inputBytes,
        double inMemory,
        @JsonUnwrapped JobTrial run) {
    MeasuredRun measured() {
        return run.measured(treatment, "lead " + lead, leadSeconds, inputBytes);
    }
}
