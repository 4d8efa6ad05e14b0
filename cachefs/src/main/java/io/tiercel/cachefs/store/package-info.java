/** Pages of objects of shared storage, on a local disk. */
@NullMarked
package io.tiercel.cachefs.store;

import org.jspecify.annotations.NullMarked;
