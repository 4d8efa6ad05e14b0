/** Invariants of every run, whatever the cluster, the workload and the policy. */
@NullMarked
package io.tiercel.sim.verify;

import org.jspecify.annotations.NullMarked;
