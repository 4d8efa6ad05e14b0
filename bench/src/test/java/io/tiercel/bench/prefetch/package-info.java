/** What planning prefetches costs. */
@NullMarked
package io.tiercel.bench.prefetch;

import org.jspecify.annotations.NullMarked;
