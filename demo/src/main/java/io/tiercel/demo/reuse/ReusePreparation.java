package io.tiercel.demo.reuse;

import io.tiercel.demo.cluster.DemoSettings;
import io.tiercel.demo.cluster.MemoryControl;
import io.tiercel.demo.cluster.MemoryTierConfig;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Prepares the nodes' page caches for a job. */
final class ReusePreparation implements AutoCloseable {
    private final TieredCluster cluster;
    private final String input;
    private final DemoSettings settings;
    private final MemoryControl control;

    ReusePreparation(TieredCluster cluster, MemoryTierConfig memory, Path input, DemoSettings settings) {
        this.cluster = cluster;
        this.input = input.toUri().getPath();
        this.settings = settings;
        this.control = new MemoryControl(cluster, memory);
    }

    /**
     * Before the first of two jobs everything is cold, the coordinator knows it, and the nodes get their budget of memory. The second
     * starts at once, with the data that the first left in memory.
     */
    DeviceCounters prepare(String job) throws IOException, InterruptedException {
        ReuseRun turn = ReuseRun.named(job);
        if (!turn.second()) {
            cluster.evictPageCache();
            cluster.pageCache(turn.fit().budget(settings.size().bytes(), settings.nodes()));
            control.awaitCold(List.of(input));
        }
        return cluster.counters();
    }

    @Override
    public void close() {
        control.close();
    }
}
