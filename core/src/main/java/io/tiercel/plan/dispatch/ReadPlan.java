package io.tiercel.plan.dispatch;

import io.tiercel.plan.LoadPlan;
import io.tiercel.plan.LoadProblem;

/**
 * Where the waiting tasks of a stage are to run and to read, with all that a check needs. The resources of the problem are the devices,
 * then the nodes, then all slots together.
 *
 * @param tasks the stage's number of each task of the problem; given away
 * @param nodeOf the node of each option of the problem; given away
 */
public record ReadPlan(int[] tasks, int[] nodeOf, LoadProblem problem, LoadPlan plan) {}
