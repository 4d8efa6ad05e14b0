package io.tiercel.demo.cluster;

import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.FileTiers;
import io.tiercel.testkit.TieredCluster;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Controls the memory of a scene's cluster between two runs. */
public final class MemoryControl implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final TieredCluster cluster;
    private final MemoryTierConfig memory;
    private TiercelClient client;

    public MemoryControl(TieredCluster cluster, MemoryTierConfig memory) {
        this.cluster = cluster;
        this.memory = memory;
        this.client = memory.client();
    }

    /** A client of the coordinator that there is now. */
    public TiercelClient client() {
        return client;
    }

    /** Restarts the NameNode with a coordinator that chooses replicas in another way. */
    public void binder(String name) throws InterruptedException {
        client.close();
        cluster.restartNameNode(Map.of("tiercel.coordinator.binder", name));
        client = memory.client();
        MemoryTierConfig.awaitAgents(client, cluster.hosts().size());
    }

    /** Releases all claims of a job, and waits until nothing is pinned. */
    public void letGo(String job) throws InterruptedException {
        Await.given(client.release(job, List.of()));
        Await.until(
                () -> Await.given(client.status()).getAgentsList().stream()
                        .mapToLong(AgentState::getPinnedBytes)
                        .allMatch(bytes -> bytes == 0),
                LIMIT,
                "agents did not let go of what they had pinned");
    }

    /** Waits until the coordinator knows that nothing below these paths is in memory. */
    public void awaitCold(Collection<String> paths) throws InterruptedException {
        Await.until(
                () -> paths.stream().allMatch(path -> known(path) == 0),
                LIMIT,
                "the coordinator did not learn that everything is cold");
    }

    private long known(String path) {
        return Await.given(client.tiers(path)).getFilesList().stream()
                .mapToLong(FileTiers::getCachedBytes)
                .sum();
    }

    @Override
    public void close() {
        client.close();
    }
}
