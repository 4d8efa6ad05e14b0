/** How fast reads through the cache are: {@code bench/cache}. */
@NullMarked
package io.tiercel.cachefs.bench;

import org.jspecify.annotations.NullMarked;
