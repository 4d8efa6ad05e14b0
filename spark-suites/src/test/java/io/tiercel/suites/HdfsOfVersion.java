package io.tiercel.suites;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.process.ClassPaths;
import io.tiercel.testkit.process.Ports;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/**
 * HDFS of one version on two nodes, with the jar that ships in its daemons: a coordinator in the NameNode, an agent in each DataNode. Each
 * block has a copy on an SSD and one on a disk. Devices are the machine's own, because not all versions fit the emulated ones.
 */
final class HdfsOfVersion implements AutoCloseable {
    /** The one that we compile against. */
    static final String NEWEST = "3.5";

    private static final String HOST = "127.0.0.1";
    private static final int NODES = 2;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final String name;
    private final TieredCluster cluster;
    private final String coordinator;

    private HdfsOfVersion(String name, TieredCluster cluster, String coordinator) {
        this.name = name;
        this.cluster = cluster;
        this.coordinator = coordinator;
    }

    /** The names of all that we support. */
    static List<String> names() {
        return Stream.concat(Target.hdfs().stream(), Stream.of(NEWEST)).toList();
    }

    /** Returns when all agents have joined. @param name one of {@link #names} */
    static HdfsOfVersion start(String name) {
        String coordinator = HOST + ":" + Ports.choose("coordinator", HOST, 0);
        String view = HOST + ":" + Ports.choose("coordinator's view", HOST, 0);
        var builder = TieredCluster.builder()
                .nodes(NODES)
                .racks(1)
                .replication(NODES)
                .workDir(Target.emptied(Target.directory().resolve("hdfs-" + name)))
                .stockDevices()
                .withoutSpark()
                .daemonJar(Target.bundleOfHdfs())
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.coordinator.address", coordinator)
                .hdfsKey("tiercel.coordinator.http-address", view)
                .hdfsKey("tiercel.agent.coordinator", coordinator)
                .hdfsKey("tiercel.agent.memory.budget", "64m");
        if (!name.equals(NEWEST)) {
            builder.hdfsClassPath(Target.jarsOfHdfs(name));
        }
        var hdfs = new HdfsOfVersion(name, builder.start(), coordinator);
        try {
            await("agents").atMost(LIMIT).ignoreExceptions().until(() -> agents(view) == NODES);
            return hdfs;
        } catch (RuntimeException | Error e) {
            hdfs.close();
            throw e;
        }
    }

    /** Agents that have joined, as the coordinator's view tells. */
    private static int agents(String view) throws IOException {
        try (InputStream status =
                URI.create("http://" + view + "/status").toURL().openStream()) {
            return new ObjectMapper().readTree(status).get("agents").size();
        }
    }

    String name() {
        return name;
    }

    /** The coordinator's address. */
    String coordinator() {
        return coordinator;
    }

    /** The version of its daemons' jars. */
    String exact() {
        var jars = ClassPaths.ofThisBuild();
        var ours = name.equals(NEWEST) ? jars : jars.withHdfs(Target.jarsOfHdfs(name));
        return Target.versionOf("hadoop-hdfs", String.join(File.pathSeparator, ours.hdfs()));
    }

    String uri() {
        return cluster.hdfsUri();
    }

    /** The folder that {@link ReadingInput} is written to. */
    String input() {
        return uri() + "/input";
    }

    List<String> hosts() {
        return cluster.hosts();
    }

    /** Writes a file of the input. */
    void write(String path, String content) throws IOException {
        try (var out = cluster.fileSystem().create(new Path(input(), path))) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
