package io.tiercel.cli;

import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;

/** An HDFS with two NameNodes, with the jar that ships in all its daemons: a coordinator in each NameNode, an agent in each DataNode. */
final class TwoCoordinators {
    static final int NODES = 2;
    static final int BLOCK = 1 << 20;

    private TwoCoordinators() {}

    /**
     * Starts it. Each node has a replica of each block.
     *
     * @param cluster of {@link #NODES} nodes, with or without Kerberos
     * @param port of both coordinators
     */
    static TieredCluster start(ClusterBuilder cluster, int port) throws IOException {
        return cluster.replication(NODES)
                .blockSize(BLOCK)
                .withoutSpark()
                .highlyAvailable()
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .daemonJar(MemoryCluster.jar())
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.coordinator.address", "0.0.0.0:" + port)
                // On two hosts it would be the same address in both.
                .nameNodeKey(1, "tiercel.coordinator.bind-host", "127.0.0.1")
                .nameNodeKey(2, "tiercel.coordinator.bind-host", "127.0.1.1")
                .hdfsKey("tiercel.coordinator.http-address", "127.0.0.1:0")
                .hdfsKey("tiercel.coordinator.interval", "200ms")
                .hdfsKey("tiercel.agent.coordinator", "hdfs://tiercel")
                .hdfsKey("tiercel.agent.deadline", "2s")
                .hdfsKey("tiercel.agent.retry.max", "1s")
                .hdfsKey("tiercel.agent.curve", "false")
                .hdfsKey("tiercel.agent.memory.budget", "64m")
                .start();
    }
}
