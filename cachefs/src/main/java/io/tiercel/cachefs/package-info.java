/** A node's cache of shared storage, for readers of any kind. */
@NullMarked
package io.tiercel.cachefs;

import org.jspecify.annotations.NullMarked;
