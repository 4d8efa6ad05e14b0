package io.tiercel.demo.cluster;

import io.tiercel.cli.PluginJars;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.migrate.bind.MigrationBinder;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.StatusReply;
import io.tiercel.security.HadoopSecurity;
import io.tiercel.testkit.ClusterBuilder;
import io.tiercel.testkit.process.Ports;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory as a tier of an embedded cluster: agents in its DataNodes and a coordinator in its NameNode, or elsewhere. All come from
 * the jar that users put on their daemons' class path.
 */
public final class MemoryTierConfig {
    /** The coordinator's default way of choosing replicas. */
    public static final String DEFAULT_BINDER = MigrationBinder.names().get(0);

    private static final String HOST = "127.0.0.1";
    /** Trident's score of an HDD: how many times slower it is than what scores 1. */
    private static final int HDD_SCORE = 20;

    private final Path jar;
    private final int port;
    private final Map<String, String> keys = new LinkedHashMap<>();

    private MemoryTierConfig(Path jar, int port, long budget) {
        this.jar = jar;
        this.port = port;
        keys.put("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin");
        keys.put("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin");
        keys.put("tiercel.coordinator.address", address());
        keys.put("tiercel.coordinator.http-address", HOST + ":0");
        keys.put("tiercel.coordinator.remote-reads", "over-hdd");
        keys.put("tiercel.agent.coordinator", address());
        keys.put("tiercel.agent.memory.budget", Long.toString(budget));
        // Its reads would mix with those that scenes count.
        keys.put("tiercel.agent.curve", "false");
        // A coordinator may be replaced by another one in the middle of a scene.
        keys.put("tiercel.agent.retry.max", "1s");
    }

    /** @param budget bytes that each agent may pin */
    public static MemoryTierConfig withBudget(long budget) {
        return new MemoryTierConfig(PluginJars.ofHdfs(), Ports.choose("coordinator", HOST, 0), budget);
    }

    /** The same with the coordinator on the port where users expect it. */
    public static MemoryTierConfig onDefaultPort(long budget) {
        int port = Integer.parseInt(
                HadoopSecurity.DEFAULT_ADDRESS.substring(HadoopSecurity.DEFAULT_ADDRESS.lastIndexOf(':') + 1));
        return new MemoryTierConfig(PluginJars.ofHdfs(), Ports.choose("coordinator", HOST, port), budget);
    }

    public MemoryTierConfig key(String name, String value) {
        keys.put(name, value);
        return this;
    }

    /** Spark's keys for an application that asks the coordinator, in a cluster where only memory is faster than an HDD. */
    public Map<String, String> applicationKeys(DemoSettings settings) {
        return Map.of(
                "spark.tiercel.coordinator",
                address(),
                "spark.tiercel.score.unit",
                Long.toString(HDD_SCORE * settings.hdd().bytes()));
    }

    public String address() {
        return HOST + ":" + port;
    }

    ClusterBuilder in(ClusterBuilder cluster) {
        keys.forEach(cluster::hdfsKey);
        return cluster.daemonJar(jar);
    }

    public TiercelClient client() {
        return new TiercelClient(ClientSettings.of(HOST, port, System.getProperty("user.name")));
    }

    public static void awaitAgents(TiercelClient client, int agents) {
        Await.until(
                () -> client.status().join().value().map(StatusReply::getAgentsList).orElse(List.of()).stream()
                                .filter(AgentState::getAlive)
                                .count()
                        >= agents,
                "not all of " + agents + " agents joined");
    }
}
