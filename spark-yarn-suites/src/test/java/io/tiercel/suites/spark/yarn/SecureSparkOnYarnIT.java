package io.tiercel.suites.spark.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.suites.spark.yarn.app.SummingApplication;
import io.tiercel.testkit.NetworkLink;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.YarnCluster;
import io.tiercel.testkit.process.JvmOptions;
import io.tiercel.testkit.process.Ports;
import io.tiercel.testkit.secure.KerberosRealm;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Spark application of alice with executors, on a Kerberised HDFS and YARN. No delegation token lives for longer than 30 s. */
@Tag("slow")
final class SecureSparkOnYarnIT {
    private static final long SEED = 20261127;
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 24;
    private static final int LINE = 64;
    private static final int NODES = 2;
    private static final String FILE = "/user/alice/file";
    private static final long TOKEN_LIFE_MILLIS = 30_000;

    /** Of each of 24 tasks in two slots: the job takes longer than two tokens live. */
    private static final String LONG_TASKS = "7000";

    private static final String SHORT_TASKS = "500";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private static Path directory;

    private static KerberosRealm realm;
    private static TieredCluster hdfs;
    private static YarnCluster yarn;
    private static String coordinator;

    @BeforeAll
    static void start() throws Exception {
        realm = KerberosRealm.start(Files.createTempDirectory("realm"), NODES, "alice");
        coordinator = "127.0.0.1:" + Ports.choose("coordinator", "127.0.0.1", 0);
        String life = Long.toString(TOKEN_LIFE_MILLIS);
        hdfs = TieredCluster.builder()
                .withoutSpark()
                .nodes(NODES)
                .replication(NODES)
                .blockSize(BLOCK)
                .daemonJar(Path.of(System.getProperty("tiercel.hdfs.jar")))
                .secured(realm)
                .hdfsKey("dfs.permissions.enabled", "true")
                .hdfsKey("dfs.namenode.delegation.token.renew-interval", life)
                .hdfsKey("dfs.namenode.delegation.token.max-lifetime", life)
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.coordinator.address", coordinator)
                .hdfsKey("tiercel.coordinator.interval", "200ms")
                .hdfsKey("tiercel.agent.coordinator", coordinator)
                .hdfsKey("tiercel.agent.curve", "false")
                .hdfsKey("tiercel.agent.memory.budget", "64m")
                .start();
        yarn = YarnCluster.builder()
                .nodes(NODES)
                .keys(hdfs.hadoopConf())
                .secured(realm)
                .start();
        hdfs.makeHome("alice");
    }

    @AfterAll
    static void stop() {
        if (yarn != null) {
            yarn.close();
        }
        if (hdfs != null) {
            hdfs.close();
        }
        if (realm != null) {
            realm.close();
        }
    }

    private static Map<String, Long> write(FileSystem fileSystem) throws IOException {
        Random random = new Random(SEED);
        Map<String, Long> rows = new TreeMap<>();
        try (OutputStream out = fileSystem.create(new org.apache.hadoop.fs.Path(FILE))) {
            for (int i = 0; i < BLOCKS * BLOCK / LINE; i++) {
                String line = "%016x".formatted(random.nextLong()) + "x".repeat(LINE - 17);
                rows.merge(SummingApplication.key(line), (long) line.hashCode(), Long::sum);
                out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
        return rows;
    }

    private static Map<String, String> settings() {
        List<String> executors = new ArrayList<>(JvmOptions.executor("{{NM_HOST}}"));
        executors.add("-Djava.security.krb5.conf=" + realm.configuration());
        Map<String, String> settings = new HashMap<>();
        settings.put("spark.tiercel.coordinator", coordinator);
        settings.put("spark.tiercel.prefetch", "all");
        settings.put("spark.executor.instances", Integer.toString(NODES));
        settings.put("spark.executor.extraJavaOptions", String.join(" ", executors));
        settings.put("spark.yarn.am.extraJavaOptions", "-Djava.security.krb5.conf=" + realm.configuration());
        settings.put("spark.kerberos.principal", realm.principal("alice"));
        settings.put("spark.kerberos.keytab", realm.keytab("alice").toString());
        // So that a KDC that is away for some seconds is missed, and found again before the last token has ended.
        settings.put("spark.security.credentials.renewalRatio", "0.5");
        settings.put("spark.security.credentials.retryWait", "2s");
        return settings;
    }

    /** @param run fails this if it has ended */
    private static void until(CompletableFuture<?> run, Callable<Boolean> condition) {
        await().atMost(PATIENCE).until(() -> {
            if (run.isDone()) {
                run.join();
                throw new AssertionError("the application has ended");
            }
            return condition.call();
        });
    }

    /**
     * In the middle of a job the KDC is away until Spark misses it, the certificate is exchanged, and the life of two tokens ends. The next
     * job prefetches as the first one did.
     */
    @Test
    void jobsOutliveTokensACertificateAndAKdcThatIsAway() throws Exception {
        Map<String, Long> rows = hdfs.as(realm.login("alice"), SecureSparkOnYarnIT::write);
        hdfs.evictPageCache();
        YarnSubmission spark = YarnSubmission.to(yarn, directory, "-Djava.security.krb5.conf=" + realm.configuration());
        CompletableFuture<List<String>> run = CompletableFuture.supplyAsync(() -> {
            try {
                return spark.run(
                        "alice",
                        SummingApplication.class,
                        settings(),
                        List.of(hdfs.hdfsUri() + FILE, LONG_TASKS, SHORT_TASKS));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try {
            until(run, () -> hdfs.lockedBytes() > 0);
            realm.certificates().rotate();
            realm.link().state(NetworkLink.State.DROPPING);
            until(run, () -> Files.readString(spark.log("alice")).contains("Failed to update tokens"));
            realm.link().state(NetworkLink.State.PASSING);
            until(run, () -> Files.readString(spark.log("alice")).contains("\njob 2"));
            hdfs.evictPageCache();
            until(run, () -> hdfs.lockedBytes() > 0);
            List<String> said = run.join();
            assertThat(rows(said, 1)).as("data of seed %d", SEED).isEqualTo(rows);
            assertThat(rows(said, 2)).as("data of seed %d", SEED).isEqualTo(rows);
            assertThat(firstJobMillis(said)).isGreaterThan(2 * TOKEN_LIFE_MILLIS);
            assertThat(said)
                    .filteredOn(line -> line.contains("Tiercel"))
                    .noneMatch(line -> line.contains("refused") || line.contains("does not answer"));
            await().atMost(PATIENCE).until(() -> hdfs.lockedBytes() == 0);
        } catch (CompletionException e) {
            throw new AssertionError(e.getCause().getMessage(), e);
        } finally {
            realm.link().state(NetworkLink.State.PASSING);
        }
    }

    private static long firstJobMillis(List<String> said) {
        return said.stream()
                .filter(line -> line.startsWith("ended "))
                .mapToLong(line -> Long.parseLong(line.substring("ended ".length())))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Long> rows(List<String> said, int job) {
        Map<String, Long> rows = new TreeMap<>();
        said.stream().filter(line -> line.startsWith("row " + job + " ")).forEach(line -> {
            String[] words = line.split(" ");
            rows.merge(words[2], Long.parseLong(words[3]), (one, other) -> {
                throw new AssertionError("row " + words[2] + " came twice");
            });
        });
        return rows;
    }
}
