/**
 * Code in every daemon of the embedded cluster, HDFS or Spark: the tether to the controlling process and the
 * node's own network identity. JDK only, because it shares a class path with shaded and unshaded Hadoop alike.
 */
@NullMarked
package io.tiercel.testkit.node;

import org.jspecify.annotations.NullMarked;
