/** Eviction policies of one cache, compared on what a workload's jobs read. */
@NullMarked
package io.tiercel.sim.caches;

import org.jspecify.annotations.NullMarked;
