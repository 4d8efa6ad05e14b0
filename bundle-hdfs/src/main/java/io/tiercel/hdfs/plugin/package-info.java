/** What HDFS' own daemons host, named in their configuration. Nothing that fails in here reaches them. */
@NullMarked
package io.tiercel.hdfs.plugin;

import org.jspecify.annotations.NullMarked;
