package io.tiercel.sim.run;

import io.tiercel.sim.engine.EventLog;
import io.tiercel.sim.job.JobResult;
import java.util.List;

/**
 * The result of a run.
 *
 * @param jobs in the order in which they ended
 * @param decisions how often the policy was asked
 * @param saturated nanoseconds in which tasks waited and no slot was free
 */
public record RunResult(
        List<JobResult> jobs, long ended, long events, long decisions, int slots, long saturated, EventLog log) {
    public RunResult {
        jobs = List.copyOf(jobs);
    }
}
