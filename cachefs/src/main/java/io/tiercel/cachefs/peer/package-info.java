/** Pages that nodes of one application read from each other's caches. */
@NullMarked
package io.tiercel.cachefs.peer;

import org.jspecify.annotations.NullMarked;
