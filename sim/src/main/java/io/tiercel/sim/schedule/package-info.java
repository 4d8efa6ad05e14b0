/** Scheduling of tasks: offers of slots, and which jobs wait for better ones. */
@NullMarked
package io.tiercel.sim.schedule;

import org.jspecify.annotations.NullMarked;
