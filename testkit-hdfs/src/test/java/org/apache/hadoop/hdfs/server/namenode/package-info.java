/** Lives in Hadoop's package because files are put straight into a namespace only there. */
@NullMarked
package org.apache.hadoop.hdfs.server.namenode;

import org.jspecify.annotations.NullMarked;
