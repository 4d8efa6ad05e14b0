/**
 * Policy {@code tiercel}: plans the reads of a stage over all devices and slots, and starts its tasks as the plan says.
 *
 * <p>{@link io.tiercel.plan.dispatch.PlannedStage} is what an engine talks to. {@link io.tiercel.plan.dispatch.ClusterModel} is what
 * the cluster can do, {@link io.tiercel.plan.dispatch.StageInputs} what the stage reads, {@link io.tiercel.plan.dispatch.ClusterLoad}
 * what runs and what was learned from it. {@link io.tiercel.plan.dispatch.Dispatch} is the rule by which slots get tasks.
 */
@NullMarked
package io.tiercel.plan.dispatch;

import org.jspecify.annotations.NullMarked;
