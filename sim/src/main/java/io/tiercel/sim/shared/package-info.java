/** Storage apart from the cluster, behind one link, and caches of it on the nodes' disks. */
@NullMarked
package io.tiercel.sim.shared;

import org.jspecify.annotations.NullMarked;
