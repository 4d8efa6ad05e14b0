/** Reads with Hadoop of earlier versions, in processes of their own. */
@NullMarked
package io.tiercel.cachefs.older;

import org.jspecify.annotations.NullMarked;
