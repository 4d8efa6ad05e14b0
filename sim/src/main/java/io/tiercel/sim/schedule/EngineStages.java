package io.tiercel.sim.schedule;

import io.tiercel.assign.Reason;
import io.tiercel.sim.job.JobRun;
import io.tiercel.sim.job.TaskExecution;
import io.tiercel.sim.job.TaskRun;
import java.util.List;
import java.util.Optional;

/** The stages of jobs whose tasks may leave slots free. */
interface EngineStages {
    /** The stage of a job's waiting tasks; empty if they take every slot. */
    Optional<EngineStage> of(JobRun job, long now);

    void freed(int node);

    void ended(TaskExecution execution);

    void ended(JobRun job, long now);

    /** The maps of a job, as one of Tiercel's schedulers starts them. */
    interface EngineStage {
        record Start(TaskRun task, int node, Reason reason) {}

        /**
         * The tasks to start now.
         *
         * @param pending tasks that wait
         * @param free slots of each node
         * @param order nodes in the order in which the engine offers them
         * @param last the last of the engine's levels that its delay scheduling lets go
         */
        List<Start> round(List<TaskRun> pending, int[] free, int[] order, Reason last, long now);

        boolean hasDecided();

        /** Whether Spark's delay scheduling held tasks back in the last round. */
        boolean isDelayed();

        /** Whether slots are left free for waiting tasks. */
        boolean isHolding();
    }
}
