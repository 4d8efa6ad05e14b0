/** The simulated cluster: racks, nodes, devices, links, and the blocks that lie there. */
@NullMarked
package io.tiercel.sim.cluster;

import org.jspecify.annotations.NullMarked;
