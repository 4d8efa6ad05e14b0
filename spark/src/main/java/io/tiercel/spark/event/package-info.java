/**
 * Tiercel's events on Spark's listener bus: to its tab in Spark's web UI, to its metrics, and to the event log, from which the
 * history server reads it again.
 */
@NullMarked
package io.tiercel.spark.event;

import org.jspecify.annotations.NullMarked;
