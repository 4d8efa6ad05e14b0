package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.Answer;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.StatusReply;
import io.tiercel.security.HadoopSecurity;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.secure.KerberosRealm;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The jar that ships in a Kerberised HDFS with block tokens and encrypted transfer: who gets what. */
class SecureClusterIT {
    private static final int BLOCK = 1 << 20;
    private static final int NODES = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Short enough to see tokens expire, long enough for a call. */
    private static final String TOKEN_LIFE_MILLIS = "30000";

    private static KerberosRealm realm;
    private static TieredCluster hdfs;
    private static int port;
    private static UserGroupInformation alice;
    private static UserGroupInformation bob;
    private static UserGroupInformation service;

    @BeforeAll
    static void start() throws Exception {
        realm = KerberosRealm.start(Files.createTempDirectory("realm"), NODES, "alice", "bob", "service");
        port = freePort();
        String address = "127.0.0.1:" + port;
        hdfs = TieredCluster.builder()
                .workDir(Path.of("/tmp/secwd"))
                .nodes(NODES)
                .replication(NODES)
                .blockSize(BLOCK)
                .withoutSpark()
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .daemonJar(jar())
                .secured(realm)
                .hdfsKey("dfs.permissions.enabled", "true")
                .hdfsKey("hadoop.proxyuser.service.hosts", "*")
                .hdfsKey("hadoop.proxyuser.service.users", "bob")
                .hdfsKey("dfs.namenode.delegation.token.renew-interval", TOKEN_LIFE_MILLIS)
                .hdfsKey("dfs.namenode.delegation.token.max-lifetime", "3600000")
                .hdfsKey("dfs.namenode.plugins", "io.tiercel.hdfs.plugin.CoordinatorPlugin")
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.coordinator.address", address)
                .hdfsKey("tiercel.coordinator.interval", "200ms")
                .hdfsKey("tiercel.agent.coordinator", address)
                .hdfsKey("tiercel.agent.curve", "false")
                .hdfsKey("tiercel.agent.memory.budget", "64m")
                .start();
        alice = realm.login("alice");
        bob = realm.login("bob");
        service = realm.login("service");
        org.apache.hadoop.fs.Path home = new org.apache.hadoop.fs.Path("/user/alice");
        hdfs.fileSystem().mkdirs(home);
        hdfs.fileSystem().setOwner(home, "alice", "alice");
        hdfs.fileSystem().setPermission(home, new FsPermission("700"));
        as(alice, fileSystem -> {
            try (var out = fileSystem.create(new org.apache.hadoop.fs.Path("/user/alice/file"))) {
                out.write(new byte[4 * BLOCK]);
            }
            return null;
        });
        try (TiercelClient client = client(alice)) {
            await().atMost(PATIENCE).until(() -> agents(client) == NODES);
        }
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

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("tiercel.home"), "bundle-hdfs", "target"))) {
            return files.filter(file -> file.getFileName().toString().matches("tiercel-hdfs-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private interface Use<T> {
        T of(FileSystem fileSystem) throws IOException;
    }

    private static <T> T as(UserGroupInformation user, Use<T> use) throws Exception {
        return user.doAs((PrivilegedExceptionAction<T>) () -> {
            try (FileSystem fileSystem = FileSystem.newInstance(conf())) {
                return use.of(fileSystem);
            }
        });
    }

    private static Configuration conf() {
        Configuration conf = new Configuration();
        hdfs.hadoopConf().forEach(conf::set);
        return conf;
    }

    private static TiercelClient client(UserGroupInformation user) throws IOException {
        return new TiercelClient(ClientSettings.parse("127.0.0.1:" + port, HadoopSecurity.ofUser(conf(), user)));
    }

    private static long agents(TiercelClient client) {
        return client.status().join().value().stream()
                .flatMap(status -> status.getAgentsList().stream())
                .filter(AgentState::getAlive)
                .count();
    }

    private static PrefetchRequest hint(String job) {
        return PrefetchRequest.newBuilder()
                .setJob(job)
                .addData(TiercelClient.path("/user/alice/file"))
                .build();
    }

    private static StatusReply status(TiercelClient client) {
        return client.status().join().value().orElseThrow();
    }

    @Test
    void whatAliceBringsInBobNeitherSeesNorReleasesNorFollows() throws Exception {
        try (TiercelClient hers = client(alice);
                TiercelClient his = client(bob)) {
            PrefetchReply reply = hers.prefetch(hint("mine")).join().value().orElseThrow();
            assertThat(reply.getBlocksCount()).as("%s", reply).isEqualTo(4);
            hers.follow("mine", progress -> {}).join();
            assertThat(status(hers).getJobsList()).extracting(JobState::getJob).contains("mine");

            assertThat(status(his).getJobsList()).isEmpty();
            assertThat(his.release("mine", List.of())
                            .join()
                            .value()
                            .orElseThrow()
                            .getReferences())
                    .isZero();
            assertThat(his.follow("mine", progress -> {}).join()).isInstanceOf(Answer.Refused.class);
            PrefetchReply theft = his.prefetch(hint("theft")).join().value().orElseThrow();
            assertThat(theft.getBlocksList()).isEmpty();
            assertThat(theft.getSkipped(0).getText()).contains("Permission denied: user=bob");
            assertThat(his.tiers("/user/alice/file")
                            .join()
                            .value()
                            .orElseThrow()
                            .getFilesList())
                    .isEmpty();

            assertThat(pinned(hers)).isEqualTo(4L * BLOCK);
            hers.release("mine", List.of()).join();
            await().atMost(PATIENCE).until(() -> pinned(hers) == 0);
        }
    }

    private static long pinned(TiercelClient client) {
        return status(client).getAgentsList().stream()
                .mapToLong(AgentState::getPinnedBytes)
                .sum();
    }
}
