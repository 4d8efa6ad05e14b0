/**
 * An embedded tiered cluster: real HDFS and Spark standalone daemons, each in its own process and on its own loopback
 * address, with storage devices of emulated bandwidth. {@link io.tiercel.testkit.TieredCluster} is the entry.
 */
@NullMarked
package io.tiercel.testkit;

import org.jspecify.annotations.NullMarked;
