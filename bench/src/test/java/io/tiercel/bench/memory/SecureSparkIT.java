package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.secure.KerberosRealm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Spark jobs of two people on a Kerberised HDFS. One of them prefetches a file that the other may not read. */
@Order(9)
@Tag("slow")
final class SecureSparkIT {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 12;
    private static final int NODES = 2;
    private static final String FILE = "/user/alice/file";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static KerberosRealm realm;
    private static TieredCluster hdfs;
    private static String coordinator;

    @BeforeAll
    static void start() throws Exception {
        realm = KerberosRealm.start(Files.createTempDirectory("realm"), NODES, "alice", "bob");
        coordinator = "127.0.0.1:" + MemoryWorld.freePort();
        hdfs = TieredCluster.builder()
                .nodes(NODES)
                .replication(NODES)
                .blockSize(BLOCK)
                .withoutSpark()
                .ssdBytesPerSecond(8L << 20)
                .hddBytesPerSecond(8L << 20)
                .daemonJar(MemoryWorld.jar("bundle-hdfs", "tiercel-hdfs-"))
                .secured(realm)
                .hdfsKey("dfs.permissions.enabled", "true")
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.coordinator.address", coordinator)
                .hdfsKey("tiercel.coordinator.interval", "200ms")
                .hdfsKey("tiercel.agent.coordinator", coordinator)
                .hdfsKey("tiercel.agent.curve", "false")
                .hdfsKey("tiercel.agent.memory.budget", "64m")
                .start();
        hdfs.makeHome("alice");
        hdfs.as(realm.login("alice"), SecureSparkIT::write);
    }

    private static Void write(FileSystem hers) throws IOException {
        byte[] line = ("x".repeat(63) + "\n").getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = hers.create(new org.apache.hadoop.fs.Path(FILE))) {
            for (int i = 0; i < BLOCKS * BLOCK / line.length; i++) {
                out.write(line);
            }
        }
        return null;
    }

    @AfterAll
    static void stop() {
        if (hdfs != null) {
            hdfs.close();
        }
        if (realm != null) {
            realm.close();
        }
    }

    /** A driver of somebody's, with what it said in its log. */
    private record Application(Conductor conductor, Daemon driver) implements AutoCloseable {
        static Application of(String person) throws IOException {
            Conductor conductor = new Conductor();
            List<String> arguments = new ArrayList<>(List.of(
                    conductor.port(),
                    hdfs.hdfsUri() + FILE,
                    realm.principal(person),
                    realm.keytab(person).toString(),
                    "spark.plugins=io.tiercel.spark.TiercelPlugin",
                    "spark.tiercel.coordinator=" + coordinator,
                    "spark.tiercel.prefetch=all",
                    "spark.ui.enabled=false",
                    // Else Spark demands a heap of 450 MiB.
                    "spark.testing.memory=1073741824",
                    // Spark has its own login beside the application's.
                    "spark.kerberos.principal=" + realm.principal(person),
                    "spark.kerberos.keytab=" + realm.keytab(person),
                    // Whom Hadoop names as the renewer of tokens that it obtains for a job's input.
                    "spark.hadoop.yarn.resourcemanager.principal=" + realm.principal("rm/127.0.0.1")));
            hdfs.hadoopConf().forEach((key, value) -> arguments.add("spark.hadoop." + key + "=" + value));
            Daemon driver = hdfs.start("driver-" + person, SecureApplication.class.getName(), arguments);
            try {
                conductor.ready();
            } catch (IOException e) {
                throw new IOException(e.getMessage() + ":\n" + Files.readString(driver.log()), e);
            }
            return new Application(conductor, driver);
        }

        String count() throws IOException {
            conductor.go();
            return conductor.awaitLine("result ", 1);
        }

        @Override
        public void close() throws IOException {
            driver.kill();
            conductor.close();
        }
    }

    @Test
    void aJobOfAlicePrefetchesAndOneOfBobIsRefusedByHdfs() throws IOException {
        hdfs.evictPageCache();
        try (Application hers = Application.of("alice")) {
            hers.conductor().go();
            await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() > 0);
            assertThat(hers.conductor().awaitLine("result ", 1)).isEqualTo(Long.toString((long) BLOCKS * BLOCK / 64));
            await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() == 0);
            try (Application his = Application.of("bob")) {
                assertThat(his.count()).contains("Permission denied", "user=bob");
                assertThat(hdfs.lockedBytes()).isZero();
            }
            assertThat(hers.count()).isEqualTo(Long.toString((long) BLOCKS * BLOCK / 64));
        }
        await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() == 0);
        String audit = Files.readString(hdfs.nameNode(1).log());
        assertThat(audit.lines().filter(line -> line.contains("proto=tiercel") && line.contains("src=" + FILE)))
                .as("the coordinator asks HDFS as alice")
                .isNotEmpty()
                .allMatch(line -> line.contains("ugi=alice"));
    }
}
