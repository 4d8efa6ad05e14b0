/**
 * Chooses the block that leaves a cache when room is needed. Policies price one block by its use and hold no state. Callers leave out
 * referenced blocks.
 */
@NullMarked
package io.tiercel.cache;

import org.jspecify.annotations.NullMarked;
