/** Tests of streams that read through a node's cache. */
@NullMarked
package io.tiercel.cachefs.stream;

import org.jspecify.annotations.NullMarked;
