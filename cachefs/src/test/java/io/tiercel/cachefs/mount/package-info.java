/** Files of mounted storage through the cache. */
@NullMarked
package io.tiercel.cachefs.mount;

import org.jspecify.annotations.NullMarked;
