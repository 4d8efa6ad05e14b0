/** From paths to blocks and their replicas, asked of HDFS under the name of whoever wants to know. */
@NullMarked
package io.tiercel.hdfs.resolve;

import org.jspecify.annotations.NullMarked;
