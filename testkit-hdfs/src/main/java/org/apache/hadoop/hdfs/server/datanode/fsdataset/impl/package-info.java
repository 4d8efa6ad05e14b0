/** Lives in Hadoop's package because the constructor of its dataset is visible only there. */
@NullMarked
package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import org.jspecify.annotations.NullMarked;
