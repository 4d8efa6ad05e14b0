/** Scenes of {@code tiercel demo}, simulated with the parameters of the cluster on which they were measured, and set beside the measurements. */
@NullMarked
package io.tiercel.sim.validation;

import org.jspecify.annotations.NullMarked;
