/**
 * Plugins that HDFS' own daemons host, named in their configuration. This package is compiled for Java 8, and imports no other of ours:
 * a daemon on any JVM can load it, and no failure behind it reaches the daemon. Java 8 does not know {@code NullMarked}'s target.
 */
package io.tiercel.hdfs.plugin;
