/** Runs: a workload on a simulated cluster under one of core's policies. */
@NullMarked
package io.tiercel.sim.run;

import org.jspecify.annotations.NullMarked;
