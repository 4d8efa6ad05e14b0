/** Scenes of {@code tiercel demo}, simulated and compared with their measurements. */
@NullMarked
package io.tiercel.sim.validation;

import org.jspecify.annotations.NullMarked;
