/** Jobs and their tasks while they run. */
@NullMarked
package io.tiercel.sim.job;

import org.jspecify.annotations.NullMarked;
