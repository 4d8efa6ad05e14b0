/**
 * The Linux kernel's memory and file calls: locks files in memory, tells how much of a file is there, and when that may have
 * changed. A thin layer over the C library, through JNA; it knows nothing of blocks.
 */
@NullMarked
package io.tiercel.linux;

import org.jspecify.annotations.NullMarked;
