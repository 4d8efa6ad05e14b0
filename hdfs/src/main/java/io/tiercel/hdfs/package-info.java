/**
 * The block locator: from the files that a task reads to the replicas that hold them, with node, rack and tier, through the
 * public Hadoop client API. Nothing of any engine is in here; engines ask {@link io.tiercel.hdfs.BlockLocator} and name
 * their own hosts to the same {@link io.tiercel.hdfs.HostRegistry}.
 */
@NullMarked
package io.tiercel.hdfs;

import org.jspecify.annotations.NullMarked;
