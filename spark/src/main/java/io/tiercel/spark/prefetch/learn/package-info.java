/** Learns how long the tasks of each kind of stage compute, and how far predictions were off. */
@NullMarked
package io.tiercel.spark.prefetch.learn;

import org.jspecify.annotations.NullMarked;
