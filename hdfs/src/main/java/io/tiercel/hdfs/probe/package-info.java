/** Asks an HDFS whether Tiercel can serve it, for {@code tiercel doctor}. */
@NullMarked
package io.tiercel.hdfs.probe;

import org.jspecify.annotations.NullMarked;
