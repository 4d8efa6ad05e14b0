/** Comparison of a scenario's policies: metrics, means over seeds, and timelines. */
@NullMarked
package io.tiercel.sim.compare;

import org.jspecify.annotations.NullMarked;
