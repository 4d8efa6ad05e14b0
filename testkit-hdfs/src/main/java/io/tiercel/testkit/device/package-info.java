/**
 * Emulated storage devices, honest about memory: what the kernel holds in its page cache costs nothing, everything else
 * passes at the device's bandwidth.
 */
@NullMarked
package io.tiercel.testkit.device;

import org.jspecify.annotations.NullMarked;
