/** The distributed file system of a simulated cluster: blocks, their replicas, and copies in memory. */
@NullMarked
package io.tiercel.sim.storage;

import org.jspecify.annotations.NullMarked;
