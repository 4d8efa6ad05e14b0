package io.tiercel.sim.run;

import io.tiercel.sim.engine.EventLog;
import io.tiercel.sim.job.JobResult;
import java.util.List;

/**
 * What became of a run.
 *
 * @param jobs in the order in which they ended
 * @param ended when the last thing happened
 * @param events how many events the engine had
 * @param decisions how often the policy was asked
 * @param slots of the cluster
 * @param saturated nanoseconds in which tasks waited and no slot was free
 * @param log what happened
 */
public record RunResult(
        List<JobResult> jobs, long ended, long events, long decisions, int slots, long saturated, EventLog log) {
    public RunResult {
        jobs = List.copyOf(jobs);
    }
}
