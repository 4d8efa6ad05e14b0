package io.tiercel.testkit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** Hadoop configuration of the cluster's clients and daemons. */
record HadoopConf(ClusterBuilder spec, ClusterLayout layout, int namePort, int httpPort) {
    String uri() {
        return spec.highlyAvailable ? "hdfs://" + ClusterBuilder.NAME_SERVICE : nameNodeUri(1);
    }

    /** Of one NameNode and no other. */
    String nameNodeUri(int number) {
        return "hdfs://" + nameNodeHost(number) + ":" + namePort;
    }

    Map<String, String> client() {
        Map<String, String> conf = new LinkedHashMap<>();
        conf.put("fs.defaultFS", uri());
        if (spec.highlyAvailable) {
            nameService(conf);
        } else {
            // fsck asks there.
            conf.put("dfs.namenode.http-address", ClusterBuilder.GATEWAY + ":" + httpPort);
        }
        conf.put("dfs.replication", Integer.toString(spec.replication));
        conf.put("dfs.blocksize", Long.toString(spec.blockSize));
        conf.putAll(spec.clientKeys);
        return conf;
    }

    private void nameService(Map<String, String> conf) {
        String service = ClusterBuilder.NAME_SERVICE;
        conf.put("dfs.nameservices", service);
        conf.put("dfs.ha.namenodes." + service, "nn1,nn2");
        for (int number = 1; number <= 2; number++) {
            String suffix = "." + service + ".nn" + number;
            conf.put("dfs.namenode.rpc-address" + suffix, nameNodeHost(number) + ":" + namePort);
            conf.put("dfs.namenode.http-address" + suffix, nameNodeHost(number) + ":" + httpPort);
            // A cluster has either HTTP or HTTPS.
            conf.put("dfs.namenode.https-address" + suffix, nameNodeHost(number) + ":" + httpPort);
        }
        conf.put(
                "dfs.client.failover.proxy.provider." + service,
                "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
        conf.put("dfs.client.failover.sleep.base.millis", "100");
        conf.put("dfs.client.failover.sleep.max.millis", "500");
        // The test itself fences the other NameNode when it orders a failover.
        conf.put("dfs.ha.fencing.methods", "shell(/bin/true)");
    }

    static String nameNodeHost(int number) {
        return number == 1 ? ClusterBuilder.GATEWAY : ClusterBuilder.STANDBY;
    }

    /** @param number 1, or 2 for the second one */
    Map<String, String> nameNode(int number) {
        Map<String, String> conf = daemon();
        conf.put("dfs.namenode.name.dir", layout.namespace(number).toUri().toString());
        if (spec.highlyAvailable) {
            conf.put("dfs.ha.namenode.id", "nn" + number);
            conf.put(
                    "dfs.namenode.shared.edits.dir",
                    layout.sharedEdits().toUri().toString());
            conf.put("dfs.ha.tail-edits.period", "1s");
            conf.put("dfs.ha.log-roll.period", "5s");
        } else {
            conf.put("dfs.namenode.rpc-address", ClusterBuilder.GATEWAY + ":" + namePort);
        }
        conf.put("net.topology.node.switch.mapping.impl", "org.apache.hadoop.net.TableMapping");
        conf.put("net.topology.table.file.name", layout.rackTable().toString());
        conf.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        conf.put("dfs.namenode.safemode.extension", "0");
        conf.put("dfs.namenode.fs-limits.min-block-size", "4096");
        conf.put("dfs.namenode.redundancy.considerLoad", "false");
        conf.put("dfs.namenode.redundancy.interval.seconds", "1s");
        // A DataNode counts as dead after 2 x recheck + 10 x heartbeat = 20 s; readers turn away from it at once.
        conf.put("dfs.namenode.heartbeat.recheck-interval", "5000");
        conf.put("dfs.namenode.edits.noeditlogchannelflush", "true");
        conf.putAll(spec.hdfsKeys);
        conf.putAll(spec.nameNodeKeys.getOrDefault(number, Map.of()));
        return conf;
    }

    Map<String, String> dataNode(int node) {
        String host = ClusterBuilder.host(node);
        Map<String, String> conf = daemon();
        conf.put("dfs.datanode.hostname", host);
        conf.put("dfs.datanode.address", host + ":0");
        conf.put("dfs.datanode.ipc.address", host + ":0");
        conf.put("dfs.datanode.http.address", host + ":0");
        conf.put("dfs.datanode.data.dir", "[SSD]" + volume(node, "SSD") + ",[DISK]" + volume(node, "DISK"));
        if (!spec.hasStockDevices) {
            conf.put(
                    "dfs.datanode.fsdataset.factory",
                    "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.TieredDataset$Factory");
        }
        // Started together with the NameNode, which takes a while to listen.
        conf.put("ipc.client.connect.retry.interval", "100");
        conf.put("ipc.client.connect.max.retries", "600");
        conf.put("dfs.datanode.transferTo.allowed", "false");
        conf.put("io.file.buffer.size", "131072");
        conf.put("dfs.datanode.readahead.bytes", "0");
        conf.put("dfs.datanode.scan.period.hours", "-1");
        conf.put("dfs.datanode.directoryscan.interval", "-1");
        conf.put("fs.getspaceused.classname", "org.apache.hadoop.fs.DFCachingGetSpaceUsed");
        if (spec.hasLab()) {
            conf.put("tiercel.testkit.kernel-devices", "true");
            // By default a volume must have a GiB more than a new block needs.
            conf.put("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", "0");
        } else {
            for (String type : ClusterLayout.STORAGE_TYPES) {
                conf.put("tiercel.testkit.bytes-per-second." + type, Long.toString(spec.devices.get(type)));
            }
        }
        conf.putAll(spec.hdfsKeys);
        conf.putAll(spec.dataNodeKeys.getOrDefault(node, Map.of()));
        return conf;
    }

    /** Which rack a host is in, as Hadoop's TableMapping reads it. */
    static String rackTable(int nodes, IntFunction<String> rackOf) {
        StringBuilder table = new StringBuilder();
        for (int node = 0; node < nodes; node++) {
            table.append(ClusterBuilder.host(node))
                    .append(' ')
                    .append(rackOf.apply(node))
                    .append('\n');
        }
        return table.toString();
    }

    private String volume(int node, String storageType) {
        return layout.volume(node, storageType).toUri().toString();
    }

    private Map<String, String> daemon() {
        Map<String, String> conf = client();
        conf.put("hadoop.tmp.dir", layout.temporary().toString());
        conf.put("dfs.heartbeat.interval", "1s");
        conf.put("dfs.permissions.enabled", "false");
        conf.put("hadoop.http.staticuser.user", "tiercel");
        return conf;
    }

    static String xml(Map<String, String> conf) {
        return conf.entrySet().stream()
                .map(entry -> "  <property><name>" + entry.getKey() + "</name><value>" + escaped(entry.getValue())
                        + "</value></property>\n")
                .collect(Collectors.joining("", "<?xml version=\"1.0\"?>\n<configuration>\n", "</configuration>\n"));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
