/** Runs Hadoop's own commands with Tiercel in the masters of their jobs. */
@NullMarked
package io.tiercel.cli.mapreduce;

import org.jspecify.annotations.NullMarked;
