/**
 * Decides which blocks to bring into memory: the selection (Trident, algorithm 6), the planner (algorithm 7) and the baselines that it
 * is measured against.
 */
@NullMarked
package io.tiercel.prefetch.plan;

import org.jspecify.annotations.NullMarked;
