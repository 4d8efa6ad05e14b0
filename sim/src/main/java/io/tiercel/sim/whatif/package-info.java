/** What stages of a real application would have gained from input in faster places, as far as its event log says. */
@NullMarked
package io.tiercel.sim.whatif;

import org.jspecify.annotations.NullMarked;
