package io.tiercel.plan.dispatch;

import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.LoadProblem;

/**
 * Where the waiting tasks of a stage are to run and to read, with all that a check needs. The resources of the problem are the devices,
 * then the nodes, then all slots together.
 *
 * @param tasks the stage's number of each task of the problem; given away
 * @param nodeOf the node of each option of the problem, or {@link #ANY_NODE}; given away
 * @param devices how many of the resources are devices
 */
public record ReadPlan(int[] tasks, int[] nodeOf, int devices, LoadProblem problem, LoadPlan plan) {
    /** The node of an option that reads from shared storage, wherever the task runs. */
    public static final int ANY_NODE = -1;

    /** How many of the resources are nodes. */
    public int nodes() {
        return problem.resources() - devices - 1;
    }
}
