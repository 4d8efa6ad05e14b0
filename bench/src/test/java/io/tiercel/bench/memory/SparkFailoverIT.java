package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.testkit.RunningSparkApp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A Spark application of two NameNodes, with a coordinator in each. The active one is lost in the middle of a job that prefetches. */
@Order(10)
@Tag("slow")
@TestMethodOrder(OrderAnnotation.class)
final class SparkFailoverIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** After a failover no stage waits longer for its first tasks: an answer that is missing is waited for once, within its budget. */
    private static final long FIRST_WAVE_MILLIS = 2_000;

    @TempDir
    private static Path records;

    private static MemoryWorld world;
    private static Map<String, Long> rows;
    private static int port;

    @BeforeAll
    static void start() throws IOException {
        port = MemoryWorld.freePort();
        world = MemoryWorld.start("127.0.0.1:" + port + ",127.0.1.1:" + port, builder -> builder.highlyAvailable()
                .hdfsKey("tiercel.coordinator.address", "0.0.0.0:" + port)
                // On two hosts it would be the same address in both.
                .nameNodeKey(1, "tiercel.coordinator.bind-host", "127.0.0.1")
                .nameNodeKey(2, "tiercel.coordinator.bind-host", "127.0.1.1")
                .hdfsKey("tiercel.agent.coordinator", "hdfs://tiercel")
                .hdfsKey("tiercel.agent.deadline", "1s")
                .hdfsKey("tiercel.agent.retry.max", "500ms")
                .hdfsKey("tiercel.agent.memory.budget", Long.toString(MemoryWorld.LITTLE_MEMORY)));
        world.awaitIdle();
        rows = MatrixWorld.write(world.cluster());
    }

    @AfterAll
    static void stop() {
        if (world != null) {
            world.close();
        }
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(PATIENCE).ignoreExceptions().until(condition);
    }

    private interface Loss {
        void happen() throws IOException;
    }

    private static void check(Loss loss, int next, Loss afterwards) throws IOException {
        until(() -> world.agents() == MemoryWorld.NODES && world.cached("/matrix") == 0);
        try (Conductor conductor = new Conductor();
                RunningSparkApp running = MatrixWorld.submit(
                        world,
                        conductor,
                        records,
                        Map.of(
                                "spark.tiercel.coordinator",
                                "hdfs://tiercel",
                                // The port, as in the cluster's configuration.
                                "spark.hadoop.tiercel.coordinator.address",
                                "0.0.0.0:" + port,
                                // Else Hadoop's clients ask a NameNode that is dead for minutes, and not the other.
                                "spark.hadoop.dfs.client.retry.policy.enabled",
                                "false",
                                // Else Hadoop's clients wait for a NameNode that is paused for as long as it is, on
                                // stock Spark too.
                                "spark.hadoop.ipc.client.rpc-timeout.ms",
                                "1000"))) {
            conductor.ready();
            conductor.go();
            conductor.awaitLine("ended ", MemoryWorld.NODES);
            until(() -> world.locked() > 0);
            loss.happen();
            until(() -> {
                world.cluster().failOverTo(next);
                return true;
            });
            assertThat(MatrixWorld.result(conductor)).isEqualTo(rows);

            conductor.go();
            conductor.awaitLine("submitted", 1);
            long submitted = System.nanoTime();
            conductor.awaitLine("started ", MemoryWorld.NODES);
            long millis = (System.nanoTime() - submitted) / 1_000_000;
            System.out.println("first wave after the failover: " + millis + " ms");
            assertThat(millis).isLessThanOrEqualTo(FIRST_WAVE_MILLIS);
            assertThat(MatrixWorld.result(conductor)).isEqualTo(rows);
            until(() -> world.agents() == MemoryWorld.NODES && world.locked() == 0);
            conductor.end();
            assertThat(running.await().exitCode()).isZero();
        } finally {
            afterwards.happen();
        }
    }

    @Test
    @Order(1)
    void theActiveNameNodeIsPausedAndWakesUp() throws IOException {
        check(() -> world.cluster().nameNode(1).signal("STOP"), 2, () -> world.cluster()
                .nameNode(1)
                .signal("CONT"));
    }

    @Test
    @Order(2)
    void theActiveNameNodeIsKilled() throws IOException {
        // The one that woke up may have ended by now. It begins anew, in standby.
        world.cluster().nameNode(1).kill();
        world.cluster().startNameNode(1);
        world.cluster().evictPageCache();
        check(() -> world.cluster().nameNode(2).kill(), 1, () -> {});
    }
}
