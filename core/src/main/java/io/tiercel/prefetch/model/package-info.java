/** Simulates a job (Trident, section 4): prefetching (algorithm 4), execution (algorithm 5), and both with shared devices. */
@NullMarked
package io.tiercel.prefetch.model;

import org.jspecify.annotations.NullMarked;
