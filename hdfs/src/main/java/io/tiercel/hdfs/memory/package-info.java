/** Messages between engines and the coordinator about blocks and devices, and the tasks that have read a block. */
@NullMarked
package io.tiercel.hdfs.memory;

import org.jspecify.annotations.NullMarked;
