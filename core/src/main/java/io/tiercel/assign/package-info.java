/**
 * Assigns tasks to slots: the cost model (Trident, eq. 1), the two pruning algorithms (Trident, Alg. 1 and 2) and the policies. All
 * are pure functions of their arguments: no clock, no thread, no log.
 */
@NullMarked
package io.tiercel.assign;

import org.jspecify.annotations.NullMarked;
