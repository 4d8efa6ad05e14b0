/** Faults of nodes, and other readers on their devices. */
@NullMarked
package io.tiercel.sim.fault;

import org.jspecify.annotations.NullMarked;
