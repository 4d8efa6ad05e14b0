/** Random clusters and jobs, on which policies are compared. */
@NullMarked
package io.tiercel.sim.worlds;

import org.jspecify.annotations.NullMarked;
