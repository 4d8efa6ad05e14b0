package io.tiercel.bundle.hdfs;

import static org.awaitility.Awaitility.await;

import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * HDFS on three nodes with the jar that ships: a coordinator in the NameNode and an agent in each DataNode.
 *
 * @param hdfs the cluster
 * @param coordinator calls of its coordinator
 */
record PluginCluster(TieredCluster hdfs, CoordinatorCalls coordinator) implements AutoCloseable {
    static final int BLOCK = 1 << 20;
    private static final int NODES = 3;

    /** Returns when all agents have joined. */
    static PluginCluster start(UnaryOperator<ClusterBuilder> other) throws IOException {
        int port = CoordinatorCalls.freePort();
        String address = "127.0.0.1:" + port;
        TieredCluster hdfs = other.apply(TieredCluster.builder()
                        .nodes(NODES)
                        .blockSize(BLOCK)
                        .withoutSpark()
                        .daemonJar(Path.of(System.getProperty("tiercel.hdfs.jar")))
                        .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                        .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                        .hdfsKey("tiercel.agent.curve", "false")
                        .hdfsKey("hadoop.prometheus.endpoint.enabled", "true")
                        .hdfsKey("tiercel.coordinator.address", address)
                        .hdfsKey("tiercel.coordinator.http-address", "127.0.0.1:0")
                        .hdfsKey("tiercel.coordinator.interval", "200ms")
                        .hdfsKey("tiercel.coordinator.remote-reads", "over-hdd")
                        .hdfsKey("tiercel.agent.coordinator", address)
                        .hdfsKey("tiercel.agent.memory.budget", "64m"))
                .start();
        PluginCluster cluster = new PluginCluster(hdfs, new CoordinatorCalls(port));
        try {
            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .until(() -> cluster.coordinator.agents() == NODES);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    @Override
    public void close() {
        coordinator.close();
        hdfs.close();
    }
}
