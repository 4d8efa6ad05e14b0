/** Reads blocks into memory, one at a time for each device, locks them there, and measures the devices. */
@NullMarked
package io.tiercel.agent.migrate;

import org.jspecify.annotations.NullMarked;
