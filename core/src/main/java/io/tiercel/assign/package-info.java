/**
 * Tasks to slots: the cost model (Trident, eq. 1), the exact solver, the two pruning algorithms (Trident, Alg. 1 and 2)
 * and the policies. Everything here is a pure function of its arguments: no clock, no thread, no log.
 */
@NullMarked
package io.tiercel.assign;

import org.jspecify.annotations.NullMarked;
