package io.tiercel.sim.run;

/** Runs a task on a node that has a free slot. */
interface TaskStarter {
    void start(TaskRun task, int node);
}
