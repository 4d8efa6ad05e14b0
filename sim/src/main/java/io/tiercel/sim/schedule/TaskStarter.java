package io.tiercel.sim.schedule;

import io.tiercel.sim.job.TaskRun;

/** Runs a task on a node that has a free slot. */
public interface TaskStarter {
    void start(TaskRun task, int node);
}
