package io.tiercel.testkit;

import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.ClusterException;
import io.tiercel.testkit.process.Daemons;
import io.tiercel.testkit.process.Deadline;
import io.tiercel.testkit.process.Ports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** One attempt to start a cluster: ports chosen, daemons started and awaited. The caller cleans up if it fails. */
final class ClusterLauncher {
    private static final String REGISTERED = "Successfully registered with master";

    private final ClusterBuilder spec;
    private final ClusterLayout layout;
    private final Daemons daemons;
    private final Deadline deadline;
    final HadoopConf hadoop;
    final HdfsDaemons hdfs;
    final SparkDaemons spark;
    final ShellCommands commands;
    private final int namePort;
    private final int masterPort;

    /** @param labLauncher command that starts each DataNode within the limits of a lab; empty without one */
    ClusterLauncher(ClusterBuilder spec, ClusterLayout layout, Daemons daemons, List<String> labLauncher) {
        ClassPaths classPaths = spec.hdfsClassPath
                .map(list -> ClassPaths.ofThisBuild().withHdfs(list))
                .orElseGet(ClassPaths::ofThisBuild);
        this.spec = spec;
        this.layout = layout;
        this.daemons = daemons;
        this.deadline = new Deadline(ClusterBuilder.START_LIMIT);
        this.namePort = Ports.choose("NameNode", ClusterBuilder.GATEWAY, spec.namePort);
        this.masterPort = Ports.choose("Spark Master", ClusterBuilder.GATEWAY, 0);
        this.hadoop = new HadoopConf(
                spec, layout, namePort, Ports.choose("NameNode's web interface", ClusterBuilder.GATEWAY, 0));
        this.commands = new ShellCommands(layout, classPaths);
        this.hdfs = new HdfsDaemons(spec, layout, hadoop, classPaths, labLauncher);
        this.spark = new SparkDaemons(spec, layout, hadoop, classPaths, masterPort);
    }

    void run() {
        ClusterLayout.directory(layout.logs());
        commands.write(spec.spark);
        hdfs.writeConfiguration();
        daemons.add(hdfs.nameNode(1, Map.of()));
        if (spec.spark) {
            spark.writeConfiguration();
            daemons.add(spark.master());
        }
        IntStream.range(0, spec.nodes).forEach(node -> daemons.add(hdfs.dataNode(node)));
        if (spec.spark) {
            // A Worker that finds no Master waits for many seconds before it asks again.
            await(() -> Ports.answers(ClusterBuilder.GATEWAY, masterPort), "the Spark Master did not listen");
            spec.whenUp.accept("master");
            IntStream.range(0, spec.nodes).forEach(node -> daemons.add(spark.worker(node)));
        }
        await(() -> Ports.answers(ClusterBuilder.GATEWAY, namePort), "the NameNode did not listen");
        spec.whenUp.accept("name-node");
        if (spec.highlyAvailable) {
            daemons.add(hdfs.nameNode(2, Map.of()));
            await(() -> Ports.answers(ClusterBuilder.STANDBY, namePort), "the second NameNode did not listen");
            new NameService(hadoop).failOverTo(1);
        }
        awaitDataNodes();
        IntStream.range(0, spec.nodes).forEach(node -> spec.whenUp.accept("data-node-" + node));
        IntStream.range(0, spec.spark ? spec.nodes : 0).forEach(this::awaitWorker);
    }

    private void awaitDataNodes() {
        // Somebody else may have the port, and never answer.
        Map<String, String> impatient = Map.of("ipc.client.rpc-timeout.ms", "5000");
        try (HdfsClients clients = new HdfsClients(hadoop, impatient)) {
            DistributedFileSystem fileSystem = clients.at(ClusterBuilder.GATEWAY);
            await(() -> ready(fileSystem, spec.nodes), "not all of " + spec.nodes + " DataNodes registered");
            fileSystem.setStoragePolicy(new Path("/"), spec.storagePolicy);
        } catch (IOException e) {
            throw new ClusterException("HDFS did not come up: " + e.getMessage(), e);
        }
    }

    /** Whether so many DataNodes have registered, with all their blocks. */
    static boolean ready(DistributedFileSystem fileSystem, int nodes) {
        try {
            return fileSystem.getDataNodeStats(HdfsConstants.DatanodeReportType.LIVE).length == nodes
                    && !fileSystem.setSafeMode(SafeModeAction.GET);
        } catch (IOException e) {
            return false;
        }
    }

    private void awaitWorker(int node) {
        String name = "worker-" + node;
        await(() -> said(name, REGISTERED), "the " + name + " did not register");
        spec.whenUp.accept(name);
    }

    private boolean said(String daemon, String words) {
        try {
            return Files.readString(layout.log(daemon), StandardCharsets.ISO_8859_1)
                    .contains(words);
        } catch (IOException e) {
            return false;
        }
    }

    private void await(BooleanSupplier condition, String complaint) {
        deadline.await(
                () -> {
                    daemons.requireAllAlive();
                    return condition.getAsBoolean();
                },
                () -> complaint);
    }
}
