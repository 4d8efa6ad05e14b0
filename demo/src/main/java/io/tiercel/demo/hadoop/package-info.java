/** The scene <em>hadoop</em>: stock MapReduce jobs on a real YARN, and a Hive query, over the embedded HDFS. */
@NullMarked
package io.tiercel.demo.hadoop;

import org.jspecify.annotations.NullMarked;
