/**
 * Chooses what leaves a cache when room is needed. Policies price one block by its use and hold no state; callers leave out referenced
 * blocks. {@link io.tiercel.cache.SieveSweep} goes over all entries instead.
 */
@NullMarked
package io.tiercel.cache;

import org.jspecify.annotations.NullMarked;
