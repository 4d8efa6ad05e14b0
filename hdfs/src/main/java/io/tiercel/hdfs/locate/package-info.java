/** Locates the blocks of tasks' input for an engine, in the background. */
@NullMarked
package io.tiercel.hdfs.locate;

import org.jspecify.annotations.NullMarked;
