/** The papers' figures and tables, simulated, with the reported values. */
@NullMarked
package io.tiercel.sim.paper;

import org.jspecify.annotations.NullMarked;
