/** Turns paths into blocks with replicas and storages, asked of HDFS under the name of the caller. For the coordinator. */
@NullMarked
package io.tiercel.hdfs.resolve;

import org.jspecify.annotations.NullMarked;
