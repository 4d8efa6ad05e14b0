/**
 * One plan for a stage's reads, over the time of all devices and slots at once. {@link
 * io.tiercel.plan.LoadProblem} is the linear program, {@link io.tiercel.plan.LoadSolver} solves it, {@link io.tiercel.plan.LoadPlan}
 * proves how near the answer is to the best.
 */
@NullMarked
package io.tiercel.plan;

import org.jspecify.annotations.NullMarked;
