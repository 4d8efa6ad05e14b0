/** Scenarios of one's own: a YAML file with a cluster, a workload, policies and seeds, read, run and compared. */
@NullMarked
package io.tiercel.sim.scenario;

import org.jspecify.annotations.NullMarked;
