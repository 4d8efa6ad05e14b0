package io.tiercel.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.testkit.App;
import io.tiercel.testkit.RunningApp;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Whatever dies under a job that Tiercel schedules: it ends, with the right result. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FaultsIT {
    private static final long SEED = 20261121;
    private static final int NODES = 4;
    private static final int BLOCKS_PER_NODE = 6;
    private static final int BLOCK = 1 << 20;
    /** A block takes half a second at least, so that a kill meets tasks that run. */
    private static final long SLOW = 2 * BLOCK;

    private static TieredCluster cluster;
    private static long expected;

    @BeforeAll
    static void start() throws IOException {
        cluster = TieredCluster.builder()
                .nodes(NODES)
                .blockSize(BLOCK)
                .ssdBytesPerSecond(SLOW)
                .hddBytesPerSecond(SLOW)
                .pluginJar(bundle())
                .start();
        Random random = new Random(SEED);
        for (int node = 0; node < NODES; node++) {
            expected += write(cluster.fileSystemOn(node), "/faults/part-" + node, random);
        }
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    @Order(1)
    void anExecutorIsKilled() throws IOException {
        check((conductor, app) -> {
            conductor.go();
            conductor.awaitLine("ended ", NODES);
            assertThat(cluster.killExecutor(1)).isPositive();
        });
    }

    /** The executors wait for the NameNode too, so the job cannot end; but its tasks must have been handed out. */
    @Test
    @Order(2)
    void theNameNodeDoesNotAnswer() throws IOException {
        check((conductor, app) -> {
            cluster.freezeNameNode();
            try {
                conductor.go();
                conductor.awaitLine("started ", NODES);
            } finally {
                cluster.thawNameNode();
            }
        });
    }

    /** Last, for it stays dead. */
    @Test
    @Order(3)
    void aDataNodeIsKilled() throws IOException {
        check((conductor, app) -> {
            conductor.go();
            conductor.awaitLine("ended ", NODES);
            cluster.killDataNode(2);
        });
    }

    @FunctionalInterface
    private interface Fault {
        void happen(Conductor conductor, RunningApp app) throws IOException;
    }

    private static void check(Fault fault) throws IOException {
        cluster.evictPageCache();
        try (Conductor conductor = new Conductor();
                RunningApp app = cluster.submit(App.of(FaultApplication.class.getName(), ownClasses())
                        .conf("spark.plugins", "io.tiercel.spark.TiercelPlugin")
                        .arguments(conductor.port(), cluster.hdfsUri() + "/faults"))) {
            assertThat(conductor.ready()).isEqualTo(NODES * BLOCKS_PER_NODE);
            fault.happen(conductor, app);
            assertThat(conductor.awaitLine("result ", 1)).isEqualTo(Long.toString(expected));
            RunningApp.Outcome outcome = app.await();
            assertThat(outcome.exitCode()).as("see %s", outcome.log()).isZero();
            assertThat(Files.readString(outcome.log()))
                    .as("the stage was Tiercel's to schedule, and it had no error of its own")
                    .containsPattern("stage \\d+ .* under trident: \\d+ of \\d+ task attempts read at their best place")
                    .doesNotContain("Spark's own way");
        }
    }

    /** Lines of one block in all, block by block, so that blocks end with lines. */
    private static long write(FileSystem fs, String file, Random random) throws IOException {
        long sum = 0;
        try (OutputStream out = fs.create(new org.apache.hadoop.fs.Path(file))) {
            int lines = BLOCKS_PER_NODE * BLOCK / 64;
            for (int i = 0; i < lines; i++) {
                String line = String.format("%063x", random.nextLong());
                sum += FaultApplication.crc(line);
                out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
        return sum;
    }

    private static Path bundle() throws IOException {
        Path target = Path.of(Objects.requireNonNull(System.getProperty("tiercel.home")), "bundle", "target");
        try (Stream<Path> files = Files.list(target)) {
            List<Path> jars = files.filter(
                            file -> file.getFileName().toString().matches("tiercel-spark-.*(?<!sources)\\.jar"))
                    .toList();
            assertThat(jars).as("the jar that ships, in %s", target).hasSize(1);
            return jars.get(0);
        }
    }

    private static Path ownClasses() {
        return Path.of(FaultApplication.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }
}
