/** What engines and the coordinator tell each other of blocks: its messages, and which tasks have read a block. */
@NullMarked
package io.tiercel.hdfs.memory;

import org.jspecify.annotations.NullMarked;
