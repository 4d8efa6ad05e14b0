/** Readers of S3A on a node's cache. S3A makes them by its own configuration; no path changes. */
@NullMarked
package io.tiercel.cachefs.s3a;

import org.jspecify.annotations.NullMarked;
