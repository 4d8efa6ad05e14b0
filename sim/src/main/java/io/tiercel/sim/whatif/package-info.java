/** Estimates from event logs: what stages of real applications would have gained from faster input. */
@NullMarked
package io.tiercel.sim.whatif;

import org.jspecify.annotations.NullMarked;
