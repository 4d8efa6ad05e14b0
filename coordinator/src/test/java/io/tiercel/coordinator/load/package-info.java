/** Measures the cost of a coordinator with many agents and applications. */
@NullMarked
package io.tiercel.coordinator.load;

import org.jspecify.annotations.NullMarked;
