package io.tiercel.hdfs.resolve;

/**
 * Where one replica of a block lies. Shared among the blocks of a storage.
 *
 * @param node the DataNode's UUID
 * @param host as block locations name the node
 * @param storage HDFS' storage id
 * @param storageType as HDFS names it: SSD, DISK, …
 */
public record ReplicaPlace(String node, String host, String storage, String storageType) {}
