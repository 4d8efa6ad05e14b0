/**
 * What Tiercel does between the policies of {@code core} and Spark's task-set managers: which tasks and slots a round is
 * about, which task waits for a better slot, and who gets what is planned. Nothing of Spark is in here, no clock, no log.
 */
@NullMarked
package io.tiercel.spark.plan;

import org.jspecify.annotations.NullMarked;
