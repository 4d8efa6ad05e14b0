/** Where executors' pods run in Kubernetes: each says its node, and the driver passes that to {@link io.tiercel.hdfs.host.HostRegistry}. */
@NullMarked
package io.tiercel.spark.kubernetes;

import org.jspecify.annotations.NullMarked;
