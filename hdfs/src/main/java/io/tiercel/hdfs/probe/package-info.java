/** Asks an HDFS what {@code tiercel doctor} wants to know. */
@NullMarked
package io.tiercel.hdfs.probe;

import org.jspecify.annotations.NullMarked;
