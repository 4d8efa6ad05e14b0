package io.tiercel.testkit;

import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.process.JvmOptions;
import io.tiercel.testkit.process.Ports;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One cluster's configuration of YARN, and the starts of its daemons. The ResourceManager keeps its ports over a restart. */
final class YarnDaemons {
    private static final int RESOURCE_MANAGER_MIB = 256;
    private static final int NODE_MANAGER_MIB = 192;

    /** Heap of a master and of a task of MapReduce. */
    private static final int CONTAINER_HEAP_MIB = 160;

    private static final String SITE_OF_QUEUES = "capacity-scheduler.xml";

    private final YarnClusterBuilder spec;
    private final ClusterLayout layout;
    private final ClassPaths classPaths;
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final int clientPort;

    YarnDaemons(YarnClusterBuilder spec, ClusterLayout layout, ClassPaths classPaths) {
        this.spec = spec;
        this.layout = layout;
        this.classPaths = classPaths;
        this.clientPort = choose("");
        addresses.put("yarn.resourcemanager.hostname", ClusterBuilder.GATEWAY);
        addresses.put("yarn.resourcemanager.address", ClusterBuilder.GATEWAY + ":" + clientPort);
        for (String interfaceName : List.of("scheduler", "resource-tracker", "admin", "webapp")) {
            addresses.put(
                    "yarn.resourcemanager." + interfaceName + ".address",
                    ClusterBuilder.GATEWAY + ":" + choose(interfaceName));
        }
    }

    private static int choose(String interfaceName) {
        return Ports.choose(("ResourceManager " + interfaceName).strip(), ClusterBuilder.GATEWAY, 0);
    }

    boolean resourceManagerListens() {
        return Ports.answers(ClusterBuilder.GATEWAY, clientPort);
    }

    void writeConfiguration() {
        ClusterLayout.write(layout.rackTable(), HadoopConf.rackTable(spec.nodes, spec::rack));
        HostsFile.write(layout.hostsFile(), spec.hosts());
        writeSites(layout.hadoopConf(), clients());
        ClusterLayout.directory(layout.temporary());
        ClusterLayout.directory(layout.logs());
    }

    Map<String, String> clients() {
        Map<String, String> conf = new LinkedHashMap<>(addresses);
        conf.put("fs.defaultFS", "file:///");
        // A client of a ResourceManager that restarts asks again soon.
        conf.put("yarn.resourcemanager.connect.retry-interval.ms", "200");
        conf.put("yarn.resourcemanager.connect.max-wait.ms", "60000");
        // Masters ask for racks too. With another name for a rack YARN serves none of its hosts.
        conf.put("net.topology.node.switch.mapping.impl", "org.apache.hadoop.net.TableMapping");
        conf.put("net.topology.table.file.name", layout.rackTable().toString());
        conf.putAll(spec.keys);
        return conf;
    }

    Map<String, String> mapReduceJobs() {
        List<String> classPath = new ArrayList<>(classPaths.yarn());
        classPath.add(classPaths.daemonClasses().toString());
        List<String> options = new ArrayList<>(JvmOptions.container());
        options.addAll(spec.jvmOptions);
        String jvm = "-Xmx" + CONTAINER_HEAP_MIB + "m " + String.join(" ", options);
        Map<String, String> conf = clients();
        conf.put("mapreduce.framework.name", "yarn");
        conf.put("yarn.app.mapreduce.am.staging-dir", "/staging");
        conf.put("yarn.application.classpath", String.join(",", classPath));
        // Empty would mean Hadoop's default.
        conf.put("mapreduce.application.classpath", classPaths.daemonClasses().toString());
        conf.put("yarn.app.mapreduce.am.command-opts", jvm);
        for (String task : List.of("map", "reduce")) {
            conf.put("mapreduce." + task + ".java.opts", jvm);
        }
        for (String owner : List.of("yarn.app.mapreduce.am", "mapreduce.map", "mapreduce.reduce")) {
            conf.put(owner + ".env", "JAVA_HOME=" + System.getProperty("java.home"));
        }
        conf.put("mapreduce.task.io.sort.mb", "8");
        conf.put("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", "200");
        conf.put("mapreduce.client.progressmonitor.pollinterval", "100");
        conf.put("mapreduce.client.completion.pollinterval", "100");
        return conf;
    }

    Daemon resourceManager() {
        Map<String, String> conf = clients();
        conf.put("hadoop.tmp.dir", layout.temporary().toString());
        conf.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "100");
        conf.put("yarn.nm.liveness-monitor.expiry-interval-ms", "10000");
        conf.put("yarn.scheduler.minimum-allocation-mb", "128");
        conf.putAll(spec.keys);
        Path confDir = layout.hadoopConf().resolveSibling("hadoop-resource-manager");
        ClusterLayout.write(confDir.resolve(SITE_OF_QUEUES), HadoopConf.xml(queues()));
        return start(
                "resource-manager",
                ClusterBuilder.GATEWAY,
                confDir,
                conf,
                RESOURCE_MANAGER_MIB,
                "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager");
    }

    /** One queue, most of which application masters may fill. Keys of the builder go before. */
    private Map<String, String> queues() {
        Map<String, String> conf = new LinkedHashMap<>();
        conf.put("yarn.scheduler.capacity.root.queues", "default");
        conf.put("yarn.scheduler.capacity.root.default.capacity", "100");
        conf.put("yarn.scheduler.capacity.maximum-am-resource-percent", "0.8");
        spec.keys.forEach((key, value) -> {
            if (key.startsWith("yarn.scheduler.capacity.")) {
                conf.put(key, value);
            }
        });
        return conf;
    }

    Daemon nodeManager(int node) {
        String host = ClusterBuilder.host(node);
        Map<String, String> conf = clients();
        conf.put("hadoop.tmp.dir", layout.node(node).resolve("tmp").toString());
        conf.put("yarn.nodemanager.hostname", host);
        for (String interfaceName : List.of("", "localizer.", "webapp.", "collector-service.")) {
            conf.put("yarn.nodemanager." + interfaceName + "address", host + ":0");
        }
        conf.put("yarn.nodemanager.local-dirs", directory(node, "local"));
        conf.put("yarn.nodemanager.log-dirs", directory(node, "logs"));
        conf.put(
                "yarn.nodemanager.resource.memory-mb",
                Integer.toString(spec.nodeMemoryMiB.getOrDefault(node, spec.memoryMiB)));
        conf.put("yarn.nodemanager.resource.cpu-vcores", "64");
        conf.put("yarn.nodemanager.pmem-check-enabled", "false");
        conf.put("yarn.nodemanager.vmem-check-enabled", "false");
        conf.put("yarn.nodemanager.disk-health-checker.enable", "false");
        // Started together with the ResourceManager, which takes a while to listen.
        conf.put("ipc.client.connect.retry.interval", "100");
        conf.put("ipc.client.connect.max.retries", "600");
        conf.putAll(spec.keys);
        conf.putAll(spec.nodeKeys.getOrDefault(node, Map.of()));
        return start(
                "node-manager-" + node,
                host,
                layout.hadoopConf(node),
                conf,
                NODE_MANAGER_MIB,
                "org.apache.hadoop.yarn.server.nodemanager.NodeManager");
    }

    private String directory(int node, String name) {
        return ClusterLayout.directory(layout.node(node).resolve(name)).toString();
    }

    private Daemon start(
            String name, String host, Path confDir, Map<String, String> conf, int heapMiB, String mainClass) {
        writeSites(confDir, conf);
        ClusterLayout.write(confDir.resolve("log4j.properties"), ClusterLayout.resource("log4j.properties"));
        // The archive's jars come first.
        List<String> classPath = new ArrayList<>(classPaths.yarn());
        classPath.add(confDir.toString());
        classPath.add(classPaths.daemonClasses().toString());
        spec.daemonJars.forEach(jar -> classPath.add(jar.toString()));
        List<String> options = new ArrayList<>(classPaths.yarnArchive().options());
        options.add(HostsFile.option(layout.hostsFile()));
        options.addAll(JvmOptions.identity(host));
        options.addAll(spec.jvmOptions);
        options.addAll(JvmOptions.daemon(heapMiB, String.join(File.pathSeparator, classPath)));
        // Of containers.
        Map<String, String> environment =
                Map.of("JAVA_HOME", System.getProperty("java.home"), "HADOOP_CONF_DIR", confDir.toString());
        return Daemon.start(List.of(), name, layout.log(name), options, List.of(mainClass), environment);
    }

    /** All files hold everything, so that the defaults of none hide an entry. */
    private static void writeSites(Path confDir, Map<String, String> conf) {
        ClusterLayout.write(confDir.resolve("core-site.xml"), HadoopConf.xml(conf));
        ClusterLayout.write(confDir.resolve("yarn-site.xml"), HadoopConf.xml(conf));
        ClusterLayout.write(confDir.resolve("mapred-site.xml"), HadoopConf.xml(conf));
    }
}
