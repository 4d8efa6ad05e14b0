/** Policy {@code tiercel} in Spark: what it knows of an application's devices and computing times, and the rounds of its stages. */
@NullMarked
package io.tiercel.spark.plan;

import org.jspecify.annotations.NullMarked;
