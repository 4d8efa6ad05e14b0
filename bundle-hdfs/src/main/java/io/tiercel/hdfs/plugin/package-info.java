/** Plugins that HDFS' own daemons host, named in their configuration. No failure in here reaches them. */
@NullMarked
package io.tiercel.hdfs.plugin;

import org.jspecify.annotations.NullMarked;
