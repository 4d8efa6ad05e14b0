/**
 * Prefetches the input of stages: plans when a stage is submitted, requests blocks from the coordinator, and learns from the outcome. All
 * work runs on one thread; the scheduler only reports events.
 */
@NullMarked
package io.tiercel.spark.prefetch;

import org.jspecify.annotations.NullMarked;
