/** The papers' experiments, with what the papers report beside what comes out here. */
@NullMarked
package io.tiercel.sim.paper;

import org.jspecify.annotations.NullMarked;
