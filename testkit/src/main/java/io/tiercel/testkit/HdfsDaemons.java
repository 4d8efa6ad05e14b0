package io.tiercel.testkit;

import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.process.JvmOptions;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** @param labLauncher command that starts each DataNode within the limits of a lab; empty without one */
record HdfsDaemons(
        ClusterBuilder spec, ClusterLayout layout, HadoopConf conf, ClassPaths classPaths, List<String> labLauncher) {
    private static final int NAME_NODE_MIB = 256;
    private static final int DATA_NODE_MIB = 192;

    void writeConfiguration() {
        ClusterLayout.write(layout.rackTable(), HadoopConf.rackTable(spec.nodes, spec::rack));
        HostsFile.write(layout.hostsFile(), spec.hosts());
        writeSites(layout.hadoopConf(), conf.client());
        ClusterLayout.directory(layout.temporary());
    }

    static String nameNodeName(int number) {
        return number == 1 ? "name-node" : "name-node-" + number;
    }

    /** @param number 1, or 2 for the second one of a nameservice, which copies the first one's namespace when it is new */
    Daemon nameNode(int number, Map<String, String> more) {
        Map<String, String> entries = conf.nameNode(number);
        entries.putAll(more);
        String name = nameNodeName(number);
        Path directory = layout.hadoopConf().resolveSibling("hadoop-" + name);
        return start(
                List.of(),
                name,
                directory,
                entries,
                NAME_NODE_MIB,
                HadoopConf.nameNodeHost(number),
                "io.tiercel.testkit.hdfs.FormattingNameNode",
                spec.nameNodeJars);
    }

    Daemon dataNode(int node) {
        ClusterLayout.STORAGE_TYPES.forEach(type -> ClusterLayout.directory(layout.volume(node, type)));
        List<String> launcher = new ArrayList<>(labLauncher);
        launcher.addAll(spec.dataNodeLaunchers.getOrDefault(node, List.of()));
        return start(
                launcher,
                "data-node-" + node,
                layout.hadoopConf(node),
                conf.dataNode(node),
                DATA_NODE_MIB,
                ClusterBuilder.host(node),
                "org.apache.hadoop.hdfs.server.datanode.DataNode",
                spec.dataNodeJars);
    }

    private Daemon start(
            List<String> launcher,
            String name,
            Path confDir,
            Map<String, String> entries,
            int heapMiB,
            String host,
            String mainClass,
            List<Path> jars) {
        writeSites(confDir, entries);
        ClusterLayout.write(confDir.resolve("log4j.properties"), ClusterLayout.resource("log4j.properties"));
        // Hadoop's jars do not hold the pages of the web interfaces, without whose directories the daemons refuse to
        // start.
        ClusterLayout.directory(confDir.resolve("webapps/hdfs"));
        ClusterLayout.directory(confDir.resolve("webapps/datanode"));
        // The archive's jars come first.
        List<String> classPath = new ArrayList<>(classPaths.hdfs());
        classPath.add(confDir.toString());
        classPath.add(classPaths.daemonClasses().toString());
        Stream.concat(spec.daemonJars.stream(), jars.stream()).forEach(jar -> classPath.add(jar.toString()));
        List<String> options = JvmOptions.daemon(heapMiB, String.join(File.pathSeparator, classPath));
        options.addAll(0, JvmOptions.identity(host));
        options.addAll(0, classPaths.hdfsArchive().options());
        options.add(0, HostsFile.option(layout.hostsFile()));
        options.addAll(0, spec.daemonOptions);
        return Daemon.start(launcher, name, layout.log(name), options, List.of(mainClass), spec.daemonEnvironment);
    }

    /** Both files hold everything, so that the defaults of neither hide an entry. */
    private static void writeSites(Path confDir, Map<String, String> entries) {
        ClusterLayout.write(confDir.resolve("core-site.xml"), HadoopConf.xml(entries));
        ClusterLayout.write(confDir.resolve("hdfs-site.xml"), HadoopConf.xml(entries));
    }
}
