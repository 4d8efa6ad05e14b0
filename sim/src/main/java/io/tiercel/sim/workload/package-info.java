/** Jobs and their files, from traces or from a generator. */
@NullMarked
package io.tiercel.sim.workload;

import org.jspecify.annotations.NullMarked;
