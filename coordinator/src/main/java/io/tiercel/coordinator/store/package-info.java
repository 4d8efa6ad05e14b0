/** Hints that outlive the coordinator, in one small file in HDFS. */
@NullMarked
package io.tiercel.coordinator.store;

import org.jspecify.annotations.NullMarked;
