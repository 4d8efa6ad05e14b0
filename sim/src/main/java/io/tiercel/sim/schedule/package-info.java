@NullMarked
package io.tiercel.sim.schedule;

import org.jspecify.annotations.NullMarked;
