@NullMarked
package io.tiercel.sim.compare;

import org.jspecify.annotations.NullMarked;
