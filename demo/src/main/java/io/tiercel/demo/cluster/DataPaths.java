package io.tiercel.demo.cluster;

/**
 * Directories in HDFS, as URIs.
 *
 * @param data that is measured
 * @param warmUp a little of the same, read before
 */
public record DataPaths(String data, String warmUp) {}
