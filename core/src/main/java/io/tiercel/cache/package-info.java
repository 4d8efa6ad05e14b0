/**
 * Which block leaves a cache when room is needed. Policies price one block by its use; they hold no state and know nothing
 * of references, which whoever asks has taken into account before.
 */
@NullMarked
package io.tiercel.cache;

import org.jspecify.annotations.NullMarked;
