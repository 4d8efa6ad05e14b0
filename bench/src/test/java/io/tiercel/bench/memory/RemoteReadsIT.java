package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.protocol.Eviction;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SharedCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that cannot run where their input is in memory read it there all the same; the DataNodes count who served what. */
@Order(4)
final class RemoteReadsIT {
    private static final int BLOCKS = 12;
    private static final int READER = MemoryWorld.NODES - 1;

    @RegisterExtension
    static final SharedCluster<MemoryWorld> CLUSTER = MemoryWorld.shared();

    private static MemoryWorld world;

    @TempDir
    private Path records;

    @BeforeAll
    static void takeCluster() {
        world = CLUSTER.get();
        world.awaitIdle();
    }

    @Test
    void tasksOfOneNodeReadFromTheMemoryOfAll() throws Exception {
        var spread = new org.apache.hadoop.fs.Path("/spread");
        world.cluster().fileSystem().mkdirs(spread);
        world.cluster().fileSystem().setStoragePolicy(spread, "HOT");
        long lines = world.write("/spread/file", BLOCKS, MemoryWorld.BLOCK, 2);
        List<String> inMemory = world.bringIn("spread", "/spread/file", Eviction.EVICT_ON_RELEASE);
        await().until(() -> world.namedAsCached("/spread/file") == BLOCKS);
        for (int node = 0; node < READER; node++) {
            world.cluster().killWorker(node);
        }
        DeviceCounters before = world.cluster().counters();

        try (Conductor conductor = new Conductor();
                RunningSparkApp app = world.submit(world.application(
                        conductor,
                        "/spread",
                        records,
                        Map.of(
                                "spark.tiercel.coordinator",
                                world.coordinator(),
                                "spark.tiercel.job",
                                "spread",
                                // Else Spark waits for the executors of the other nodes.
                                "spark.cores.max",
                                Integer.toString(MemoryWorld.SLOTS))))) {
            conductor.ready();
            conductor.go();
            assertThat(MemoryWorld.counted(conductor, BLOCKS).lines()).isEqualTo(lines);
            conductor.end();
            assertThat(app.await().exitCode()).isZero();
        }

        DeviceCounters served = world.cluster().counters().since(before);
        assertThat(served.deviceBytes())
                .as("%s, in memory at %s", served, inMemory)
                .isZero();
        for (String host : world.cluster().hosts()) {
            long blocks = inMemory.stream().filter(host::equals).count();
            assertThat(served.on(host).memoryBytes())
                    .as("%s: %s, in memory at %s", host, served, inMemory)
                    .isGreaterThanOrEqualTo(blocks * MemoryWorld.BLOCK);
        }
        assertThat(inMemory)
                .as("else nothing was read from elsewhere")
                .anyMatch(host -> !host.equals(world.cluster().hosts().get(READER)));
    }
}
