/** Prefetching on a simulated cluster: {@code core}'s own migrations, or a file system's own cache. */
@NullMarked
package io.tiercel.sim.migrate;

import org.jspecify.annotations.NullMarked;
