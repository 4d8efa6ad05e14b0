/** Scenario files: a YAML file with a cluster, a workload, policies and seeds. */
@NullMarked
package io.tiercel.sim.scenario;

import org.jspecify.annotations.NullMarked;
