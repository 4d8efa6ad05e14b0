/** A subclass of Spark's scheduler, which must be in its package. */
@NullMarked
package org.apache.spark.scheduler;

import org.jspecify.annotations.NullMarked;
