/**
 * What Spark's scheduler and the coordinator tell each other: which blocks a stage is about to read, what of them is in memory where,
 * and what has been read. The only package of the Spark module that knows the coordinator's client.
 */
@NullMarked
package io.tiercel.spark.memory;

import org.jspecify.annotations.NullMarked;
