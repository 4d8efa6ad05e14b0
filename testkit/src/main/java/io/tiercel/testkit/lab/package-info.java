/** Devices of the kernel in place of emulated ones. {@link io.tiercel.testkit.lab.DeviceLab} is its entrance. */
@NullMarked
package io.tiercel.testkit.lab;

import org.jspecify.annotations.NullMarked;
