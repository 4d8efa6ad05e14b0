/** Measures how long it takes to decide which blocks are copied next from shared storage into caches. */
@NullMarked
package io.tiercel.bench.transfer;

import org.jspecify.annotations.NullMarked;
