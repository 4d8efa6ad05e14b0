/**
 * What to bring into memory before a job reads it, decided by simulating the job (Trident, section 4): the models of
 * prefetching and of execution (algorithms 4 and 5), the selection (algorithm 6), the planner (algorithm 7) and the
 * baselines it is measured against. Times are seconds after the job's submission, sizes bytes, speeds bytes per second.
 */
@NullMarked
package io.tiercel.prefetch;

import org.jspecify.annotations.NullMarked;
