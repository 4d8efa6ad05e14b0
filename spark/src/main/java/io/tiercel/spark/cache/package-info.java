/** Caches of shared storage in Spark: switched on by the driver, held by executors, and known to the scheduler. */
@NullMarked
package io.tiercel.spark.cache;

import org.jspecify.annotations.NullMarked;
