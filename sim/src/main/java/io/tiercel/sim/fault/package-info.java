@NullMarked
package io.tiercel.sim.fault;

import org.jspecify.annotations.NullMarked;
