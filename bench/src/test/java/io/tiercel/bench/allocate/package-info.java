/** The cost of choosing containers. */
@NullMarked
package io.tiercel.bench.allocate;

import org.jspecify.annotations.NullMarked;
