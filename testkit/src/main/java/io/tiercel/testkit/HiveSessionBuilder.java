package io.tiercel.testkit;

import io.tiercel.testkit.process.ClusterException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The options of an embedded Hive, with a default for everything. Change nothing once it has started. */
public final class HiveSessionBuilder {
    final Map<String, String> keys = new LinkedHashMap<>();
    final List<Path> jars = new ArrayList<>();
    String host = ClusterBuilder.GATEWAY;
    int heapMiB = 768;

    HiveSessionBuilder() {}

    /** A key of {@code hive-site.xml}, or another value for one. */
    public HiveSessionBuilder key(String key, String value) {
        keys.put(key, value);
        return this;
    }

    /** Keys of {@code hive-site.xml}, such as {@link TieredCluster#hadoopConf}: then its tables lie in that HDFS. */
    public HiveSessionBuilder keys(Map<String, String> more) {
        keys.putAll(more);
        return this;
    }

    /** A jar, or a directory of classes, at the end of the class path, as with HIVE_AUX_JARS_PATH. */
    public HiveSessionBuilder jar(Path jar) {
        jars.add(jar.toAbsolutePath());
        return this;
    }

    /** The address from which it reads, such as that of a DataNode; on none of the nodes by default. */
    public HiveSessionBuilder host(String address) {
        host = address;
        return this;
    }

    /** Heap of its one process, in which all tasks run; 768 MiB by default. */
    public HiveSessionBuilder heap(int mebibytes) {
        heapMiB = ClusterBuilder.within("heap (MiB)", mebibytes, 256, 1 << 20);
        return this;
    }

    /**
     * Starts it and returns when it takes statements.
     *
     * @throws ClusterException if it does not come up; nothing is left running then
     */
    public HiveSession start() {
        return HiveSession.start(this);
    }
}
