package io.tiercel.agent;

/**
 * A device of the node.
 *
 * @param storage its id, unique in the cluster
 * @param storageType as HDFS names it: SSD, DISK, …
 */
public record StorageDevice(String storage, String storageType) {}
