/**
 * The kernel's side of an agent's work: locking files in memory, asking what of them is there, and hearing when that may have
 * changed. Linux only; everything here is a thin layer over the C library's calls, through JNA, and knows nothing of blocks.
 */
@NullMarked
package io.tiercel.linux;

import org.jspecify.annotations.NullMarked;
