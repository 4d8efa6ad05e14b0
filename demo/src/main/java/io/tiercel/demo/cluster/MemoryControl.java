package io.tiercel.demo.cluster;

import io.tiercel.client.TiercelClient;
import io.tiercel.testkit.TieredCluster;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Controls the memory of a scene's cluster between two runs. */
public final class MemoryControl implements AutoCloseable {
    private final TieredCluster cluster;
    private final MemoryTierConfig memory;
    private TiercelClient client;
    private String binder = MemoryTierConfig.DEFAULT_BINDER;

    public MemoryControl(TieredCluster cluster, MemoryTierConfig memory) {
        this.cluster = cluster;
        this.memory = memory;
        this.client = memory.client();
    }

    /** A client of the coordinator that there is now. */
    public TiercelClient client() {
        return client;
    }

    /** Has a coordinator choose replicas in this way: restarts the NameNode if the one that there is chooses otherwise. */
    public void binder(String name) {
        if (!binder.equals(name)) {
            client.close();
            cluster.restartNameNode(Map.of("tiercel.coordinator.binder", name));
            client = memory.client();
            MemoryTierConfig.awaitAgents(client, cluster.hosts().size());
            binder = name;
        }
    }

    public void letGo(String job) {
        letGo(client, List.of(job));
    }

    public void letGo(Collection<String> jobs) {
        letGo(client, jobs);
    }

    /**
     * Ends the claims of jobs, and waits for agents to unpin all: locked pages cannot be dropped, and the next run is to be cold.
     *
     * @param jobs all that have claims
     */
    public static void letGo(TiercelClient client, Collection<String> jobs) {
        jobs.forEach(job -> Await.given(client.release(job, List.of())));
        Await.until(
                () -> Await.given(client.status()).getAgentsList().stream()
                        .allMatch(agent -> agent.getPinnedBytes() == 0),
                "agents did not let go of what they had pinned");
    }

    /** Waits until the coordinator knows that nothing below these paths is in memory. */
    public void awaitCold(Collection<String> paths) {
        Await.until(
                () -> paths.stream()
                        .flatMap(path -> Await.given(client.tiers(path)).getFilesList().stream())
                        .allMatch(file -> file.getCachedBytes() == 0),
                "the coordinator did not learn that everything is cold");
    }

    @Override
    public void close() {
        client.close();
    }
}
