@NullMarked
package io.tiercel.sim.job;

import org.jspecify.annotations.NullMarked;
