/** What the plugins of HDFS' own daemons run, behind class loaders of their own. No failure in here reaches the daemons. */
@NullMarked
package io.tiercel.hdfs.daemon;

import org.jspecify.annotations.NullMarked;
