/** The coordinator and the agents of a simulated cluster: {@code core}'s own migrations on simulated devices. */
@NullMarked
package io.tiercel.sim.migrate;

import org.jspecify.annotations.NullMarked;
