/**
 * The exchange between Spark's scheduler and the coordinator: which blocks a stage is about to read, how much of them is in memory
 * where, and which have been read. The only package of the Spark module that uses the coordinator's client.
 */
@NullMarked
package io.tiercel.spark.memory;

import org.jspecify.annotations.NullMarked;
