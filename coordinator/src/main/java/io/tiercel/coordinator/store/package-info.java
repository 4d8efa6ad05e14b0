/** What outlives the coordinator: hints that nobody repeats, in one small file in HDFS. */
@NullMarked
package io.tiercel.coordinator.store;

import org.jspecify.annotations.NullMarked;
