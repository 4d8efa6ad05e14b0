package io.tiercel.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.bench.faults.Conductor;
import io.tiercel.testkit.NetworkLink;
import io.tiercel.testkit.RunningSparkApp;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.secure.KerberosRealm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Spark jobs of two people on a Kerberised HDFS. One of them prefetches a file that the other may not read. Tokens live for 30 s. */
@Order(9)
@Tag("slow")
final class SecureSparkIT {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 12;
    private static final int NODES = 2;
    private static final String FILE = "/user/alice/file";
    private static final String DIRECTORY = "/user/alice/matrix";
    private static final long TOKEN_LIFE_MILLIS = 30_000;

    /** Of each of 24 tasks in two slots: the job takes longer than two tokens live. */
    private static final int COMPUTES = 7_000;

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
                .pluginJar(MemoryWorld.jar("bundle", "tiercel-spark-"))
                .ssdBytesPerSecond(8L << 20)
                .hddBytesPerSecond(8L << 20)
                .daemonJar(MemoryWorld.jar("bundle-hdfs", "tiercel-hdfs-"))
                .secured(realm)
                .hdfsKey("dfs.permissions.enabled", "true")
                .hdfsKey("dfs.namenode.delegation.token.renew-interval", Long.toString(TOKEN_LIFE_MILLIS))
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

    private static Map<String, String> conf(String person) {
        return Map.of(
                "spark.plugins",
                "io.tiercel.spark.TiercelPlugin",
                "spark.tiercel.coordinator",
                coordinator,
                "spark.tiercel.prefetch",
                "all",
                // Spark has its own login beside the application's.
                "spark.kerberos.principal",
                realm.principal(person),
                "spark.kerberos.keytab",
                realm.keytab(person).toString(),
                // Whom Hadoop names as the renewer of tokens that it obtains for a job's input.
                "spark.hadoop.yarn.resourcemanager.principal",
                realm.principal("rm/127.0.0.1"));
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
                    "spark.ui.enabled=false",
                    // Else Spark demands a heap of 450 MiB.
                    "spark.testing.memory=1073741824"));
            conf(person).forEach((key, value) -> arguments.add(key + "=" + value));
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

    /**
     * In the middle of a job with executors the KDC is away until Spark misses it, the certificate is exchanged, and the life of two tokens
     * ends.
     */
    @Test
    void aJobOfAliceOutlivesHerTokensACertificateAndAKdcThatIsAway() throws Exception {
        Map<String, Long> rows = hdfs.as(realm.login("alice"), fileSystem -> MatrixWorld.write(fileSystem, DIRECTORY));
        hdfs.evictPageCache();
        Path own = Path.of(SecureMatrixApplication.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        try (Conductor conductor = new Conductor();
                RunningSparkApp running = hdfs.submit(SparkApp.of(SecureMatrixApplication.class.getName(), own)
                        .conf(conf("alice"))
                        .conf(Map.of(
                                "spark.security.credentials.renewalRatio", "0.5",
                                "spark.security.credentials.retryWait", "2s"))
                        .arguments(
                                realm.principal("alice"),
                                realm.keytab("alice").toString(),
                                conductor.port(),
                                hdfs.hdfsUri() + DIRECTORY,
                                Integer.toString(COMPUTES)))) {
            conductor.ready();
            long began = System.nanoTime();
            conductor.go();
            conductor.awaitLine("started ", NODES);
            await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() > 0);
            realm.certificates().rotate();
            realm.link().state(NetworkLink.State.DROPPING);
            try {
                await().atMost(PATIENCE)
                        .until(() -> Files.readString(running.log()).contains("Failed to update tokens"));
            } finally {
                realm.link().state(NetworkLink.State.PASSING);
            }
            assertThat(MatrixWorld.result(conductor)).isEqualTo(rows);
            assertThat(System.nanoTime() - began).isGreaterThan(2 * TOKEN_LIFE_MILLIS * 1_000_000);
            await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() == 0);

            // The next job prefetches as the first one did.
            hdfs.evictPageCache();
            conductor.go();
            await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() > 0);
            assertThat(MatrixWorld.result(conductor)).isEqualTo(rows);
            conductor.end();
            RunningSparkApp.Outcome outcome = running.await();
            assertThat(outcome.exitCode()).isZero();
            assertThat(MemoryWorld.ours(outcome)).noneMatch(line -> line.contains("refused"));
        }
        await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() == 0);
    }
}
