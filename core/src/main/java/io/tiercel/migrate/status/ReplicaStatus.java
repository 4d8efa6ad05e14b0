package io.tiercel.migrate.status;

/** A replica of a block: its node, as block locations name that, and the kind of storage, as HDFS names it. */
public record ReplicaStatus(String node, String host, String storageType) {}
