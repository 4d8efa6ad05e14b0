/** Hadoop's own contract suites over a real S3 server, through the cache. */
@NullMarked
package io.tiercel.cachefs.contract;

import org.jspecify.annotations.NullMarked;
