/** In Hadoop's package, since the master's members that a subclass needs are visible here only. */
@NullMarked
package org.apache.hadoop.mapreduce.v2.app;

import org.jspecify.annotations.NullMarked;
