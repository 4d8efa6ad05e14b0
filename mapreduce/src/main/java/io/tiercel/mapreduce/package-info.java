/**
 * Decides which map of a MapReduce job gets which allocated container: reads the job's splits, locates them, and asks a policy. The
 * application master's own classes, below {@code org.apache.hadoop.mapreduce.v2.app}, carry the answer out.
 */
@NullMarked
package io.tiercel.mapreduce;

import org.jspecify.annotations.NullMarked;
