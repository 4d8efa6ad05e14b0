/**
 * A job before it runs, and the outcome of its plan. Times are seconds after the job's submission, sizes bytes, rates bytes per
 * second.
 */
@NullMarked
package io.tiercel.prefetch;

import org.jspecify.annotations.NullMarked;
