/** The hardware of a simulated cluster: racks, nodes, devices, slots and links. */
@NullMarked
package io.tiercel.sim.cluster;

import org.jspecify.annotations.NullMarked;
