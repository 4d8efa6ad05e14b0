/** The agent in a DataNode and the coordinator in a NameNode, started by the plugins. No failure in here reaches the daemons. */
@NullMarked
package io.tiercel.hdfs.daemon;

import org.jspecify.annotations.NullMarked;
