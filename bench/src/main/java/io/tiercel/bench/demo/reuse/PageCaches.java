package io.tiercel.bench.demo.reuse;

import io.tiercel.bench.demo.world.DemoSettings;
import io.tiercel.bench.demo.world.MemoryTier;
import io.tiercel.bench.demo.world.Waiting;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.FileTiers;
import io.tiercel.testkit.Counters;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.Path;

/** Puts the nodes' page caches into the state in which a job is to start. */
final class PageCaches implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final TieredCluster cluster;
    private final String input;
    private final DemoSettings settings;
    private final TiercelClient client;

    PageCaches(TieredCluster cluster, MemoryTier memory, Path input, DemoSettings settings) {
        this.cluster = cluster;
        this.input = input.toUri().getPath();
        this.settings = settings;
        this.client = memory.client();
    }

    /**
     * Before the first of two jobs everything is cold, as the coordinator has heard too, and the nodes get as much memory as is wanted.
     * The second starts at once, with what the first has left and what is known of it by then.
     */
    Counters prepare(String job) throws IOException, InterruptedException {
        Turn turn = Turn.named(job);
        if (!turn.second()) {
            cluster.evictPageCache();
            cluster.pageCache(turn.fit().budget(settings.size().bytes(), settings.nodes()));
            Waiting.until(() -> known() == 0, LIMIT, "the coordinator did not hear that everything is cold");
        }
        return cluster.counters();
    }

    /** Bytes of the input that the coordinator knows to be in memory. */
    private long known() {
        return Waiting.given(client.tiers(input)).getFilesList().stream()
                .mapToLong(FileTiers::getCachedBytes)
                .sum();
    }

    @Override
    public void close() {
        client.close();
    }
}
