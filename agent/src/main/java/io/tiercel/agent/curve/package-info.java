/** Measures how much several readers at a time get from each device, while the device has nothing to do. */
@NullMarked
package io.tiercel.agent.curve;

import org.jspecify.annotations.NullMarked;
