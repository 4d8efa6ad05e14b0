package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.stub.MetadataUtils;
import io.tiercel.client.Answer;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.JobSession;
import io.tiercel.client.TiercelClient;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.BlockState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.JobState;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusReply;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.security.CallHeaders;
import io.tiercel.security.Endpoint;
import io.tiercel.security.HadoopSecurity;
import io.tiercel.security.HadoopTls;
import io.tiercel.security.Kerberos;
import io.tiercel.testkit.TieredCluster;
import io.tiercel.testkit.process.Daemon;
import io.tiercel.testkit.secure.KerberosRealm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The jar that ships in a Kerberised HDFS with block tokens and encrypted transfer: who gets what. */
@TestMethodOrder(OrderAnnotation.class)
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
        realm = KerberosRealm.start(Files.createTempDirectory("realm"), NODES, "alice", "bob", "service", "tiercel");
        port = MemoryCluster.freePort();
        String address = "127.0.0.1:" + port;
        hdfs = TieredCluster.builder()
                .nodes(NODES)
                .replication(NODES)
                .blockSize(BLOCK)
                .withoutSpark()
                .ssdBytesPerSecond(0)
                .hddBytesPerSecond(0)
                .daemonJar(MemoryCluster.jar())
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
        hdfs.makeHome("alice");
        hdfs.as(alice, fileSystem -> {
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

    private static Configuration conf() {
        Configuration conf = new Configuration();
        hdfs.hadoopConf().forEach(conf::set);
        return conf;
    }

    private static TiercelClient client(UserGroupInformation user) throws IOException {
        return client(user, port);
    }

    private static TiercelClient client(UserGroupInformation user, int coordinator) throws IOException {
        return new TiercelClient(
                ClientSettings.of(Endpoint.parse("127.0.0.1:" + coordinator), HadoopSecurity.ofUser(conf(), user)));
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

    private static ManagedChannel channel(int coordinator) throws IOException {
        return NettyChannelBuilder.forAddress("127.0.0.1", coordinator)
                .sslContext(GrpcSslContexts.configure(
                                SslContextBuilder.forClient().trustManager(HadoopTls.clientTrust(conf())),
                                SslProvider.JDK)
                        .build())
                .build();
    }

    /** A call of {@code Status} with one metadata entry, and what came of it. */
    private static Status shown(Metadata headers) throws Exception {
        return shown(headers, port);
    }

    private static Status shown(Metadata headers, int coordinator) throws Exception {
        ManagedChannel channel = channel(coordinator);
        try {
            StateGrpc.newBlockingStub(channel)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                    .withDeadlineAfter(20, TimeUnit.SECONDS)
                    .status(StatusRequest.getDefaultInstance());
            return Status.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus();
        } finally {
            channel.shutdownNow();
        }
    }

    private static Status withToken(Token<?> token) throws Exception {
        return withToken(token, port);
    }

    private static Status withToken(Token<?> token, int coordinator) throws Exception {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.TOKEN, token.encodeToUrlString());
        return shown(headers, coordinator);
    }

    private static Token<?> token(UserGroupInformation user) throws Exception {
        return hdfs.as(user, fileSystem -> fileSystem.getDelegationToken(user.getShortUserName()));
    }

    private static void assertRefused(Status status, String words) {
        assertThat(status.getCode()).as("%s", status).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(status.getDescription()).contains(words).doesNotContain("\n");
    }

    /** As the coordinator counts them, for the superuser. */
    private static long refusals(String counter) throws IOException {
        try (TiercelClient client = client(UserGroupInformation.getLoginUser())) {
            return status(client).getCountersOrDefault(counter, 0);
        }
    }

    @Test
    void whoeverDoesNotProveItselfIsRefusedInOneLineAndCounted() throws Exception {
        long before = refusals("refused_identities");
        Token<?> hers = token(alice);
        Token<?> his = token(bob);
        assertThat(withToken(hers)).isEqualTo(Status.OK);

        assertRefused(shown(new Metadata()), "expected an HDFS delegation token or a Kerberos ticket, got neither");
        Metadata named = new Metadata();
        named.put(CallHeaders.USER, "alice");
        assertRefused(shown(named), "got neither");
        Metadata garbage = new Metadata();
        garbage.put(CallHeaders.TOKEN, "abc");
        assertRefused(shown(garbage), "expected an HDFS delegation token");
        // Bob's password under alice's name, and alice's name in bob's token.
        assertRefused(
                withToken(new Token<>(hers.getIdentifier(), his.getPassword(), hers.getKind(), hers.getService())),
                "is not valid");
        DelegationTokenIdentifier id = (DelegationTokenIdentifier) his.decodeIdentifier();
        id.setOwner(new Text("alice@EXAMPLE.COM"));
        assertRefused(
                withToken(new Token<>(id.getBytes(), his.getPassword(), his.getKind(), his.getService())),
                "is not valid");
        // As of another service.
        assertRefused(
                withToken(new Token<>(
                        hers.getIdentifier(), hers.getPassword(), new Text("RM_DELEGATION_TOKEN"), hers.getService())),
                "of kind RM_DELEGATION_TOKEN");
        hdfs.as(bob, fileSystem -> {
            try {
                his.cancel(conf());
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return null;
        });
        assertRefused(withToken(his), "is not valid");
        Metadata session = new Metadata();
        session.put(CallHeaders.SESSION, "made-up");
        assertRefused(shown(session), "session");

        assertThat(refusals("refused_identities") - before).isEqualTo(8);
    }

    @Test
    void aTicketForAnotherServiceAndAReplayedOneAreRefused() throws Exception {
        assertRefused(shown(ticket(alice, "dn/127.0.0.2")), "ticket");
        Metadata good = ticket(alice, "nn/tiercel");
        assertThat(shown(good)).isEqualTo(Status.OK);
        assertRefused(shown(good), "used before");
    }

    private static Metadata ticket(UserGroupInformation user, String service) throws Exception {
        byte[] request = user.doAs((PrivilegedExceptionAction<byte[]>) () -> {
            GSSManager manager = GSSManager.getInstance();
            GSSContext context = manager.createContext(
                    manager.createName(realm.principal(service), Kerberos.PRINCIPAL),
                    Kerberos.MECHANISM,
                    null,
                    GSSContext.DEFAULT_LIFETIME);
            context.requestMutualAuth(false);
            return context.initSecContext(new byte[0], 0, 0);
        });
        Metadata headers = new Metadata();
        headers.put(CallHeaders.KERBEROS, request);
        return headers;
    }

    private static long withoutTls() throws IOException {
        return refusals("connections") - refusals("handshakes");
    }

    @Test
    void aConnectionWithoutTlsIsRefusedInOneLineAndCounted() throws Exception {
        long before = withoutTls();
        try (TiercelClient plain = new TiercelClient(ClientSettings.parse("127.0.0.1:" + port, "alice"))) {
            Answer<StatusReply> answer = plain.status().join();
            assertThat(answer).isInstanceOf(Answer.Absent.class);
            assertThat(answer.why()).contains("it may expect TLS").doesNotContain("\n");
        }
        await().atMost(PATIENCE).until(() -> withoutTls() > before);
    }

    @Test
    void nobodyButADataNodeCanBeAnAgent() throws Exception {
        long before = refusals("refused_agents");
        assertThatThrownBy(() -> register(ticket(alice, "nn/tiercel"), port))
                .hasMessageContainingAll(
                        "PERMISSION_DENIED: an agent must be the principal dn/_HOST@", "the call is of alice@");
        assertThatThrownBy(() -> register(ticket(dataNode("127.0.0.3"), "nn/tiercel"), port))
                .hasMessageContaining("the call is of dn/127.0.0.3");
        assertThat(refusals("refused_agents") - before).isEqualTo(2);
    }

    private static UserGroupInformation dataNode(String host) throws IOException {
        return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
                realm.principal("dn/" + host), realm.keytab("dn").toString());
    }

    /** As an agent on 127.0.0.2. */
    private static RegisterReply register(Metadata ticket, int coordinator) throws IOException {
        ManagedChannel channel = channel(coordinator);
        try {
            return AgentsGrpc.newBlockingStub(channel)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(ticket))
                    .register(RegisterRequest.newBuilder()
                            .setNode("somewhere")
                            .setHost("127.0.0.2")
                            .build());
        } finally {
            channel.shutdownNow();
        }
    }

    /** Its own user has no special rights in HDFS. The NameNode checks the callers' tokens, and what they may read. */
    @Test
    void aCoordinatorOfItsOwnProcessAsksHdfsAsItsCaller() throws Exception {
        int own = MemoryCluster.freePort();
        try (Daemon coordinator = ownProcess(own);
                TiercelClient hers = client(alice, own);
                TiercelClient his = client(bob, own)) {
            await().atMost(PATIENCE)
                    .until(() -> !coordinator.alive() || hers.status().join() instanceof Answer.Given);
            assertThat(coordinator.alive())
                    .as(Files.readString(coordinator.log()))
                    .isTrue();

            PrefetchReply reply = hers.prefetch(hint("mine")).join().value().orElseThrow();
            assertThat(reply.getBlocksCount()).as("%s", reply).isEqualTo(4);
            PrefetchReply theft = his.prefetch(hint("theft")).join().value().orElseThrow();
            assertThat(theft.getBlocksList()).isEmpty();
            assertThat(theft.getSkipped(0).getText()).contains("Permission denied: user=bob");
            assertThat(status(hers).getJobsList()).extracting(JobState::getJob).containsExactly("mine");
            assertThat(status(his).getJobsList()).isEmpty();

            Token<?> good = token(alice);
            assertThat(withToken(good, own)).isEqualTo(Status.OK);
            assertRefused(
                    withToken(
                            new Token<>(
                                    good.getIdentifier(), token(bob).getPassword(), good.getKind(), good.getService()),
                            own),
                    "is not valid");
            assertRefused(shown(new Metadata(), own), "got neither");

            assertThat(register(ticket(dataNode("127.0.0.2"), "tiercel"), own).getSession())
                    .isPositive();
            assertThatThrownBy(() -> register(ticket(alice, "tiercel"), own))
                    .hasMessageContaining("PERMISSION_DENIED: an agent must be the principal dn/_HOST@");
        }
    }

    private static Daemon ownProcess(int address) throws IOException {
        Path conf = Files.createTempDirectory("coordinator");
        Path daemons = hdfs.hadoopConfDir().resolveSibling("hadoop-name-node");
        for (Path file : List.of(
                daemons.resolve("core-site.xml"),
                daemons.resolve("hdfs-site.xml"),
                realm.stores().resolve("ssl-server.xml"),
                realm.stores().resolve("ssl-client.xml"))) {
            Files.copy(file, conf.resolve(file.getFileName()));
        }
        return hdfs.start(
                "coordinator",
                "io.tiercel.cli.Main",
                List.of(
                        "coordinator",
                        "--conf",
                        conf.toString(),
                        "-D",
                        "tiercel.coordinator.address=127.0.0.1:" + address,
                        "-D",
                        "tiercel.coordinator.kerberos.principal=" + realm.principal("tiercel"),
                        "-D",
                        "tiercel.coordinator.keytab.file=" + realm.keytab("tiercel")));
    }

    @Test
    void aProxyUserHasTheRightsOfWhomItActsFor() throws Exception {
        UserGroupInformation bobByService = UserGroupInformation.createProxyUser("bob", service);
        try (TiercelClient his = client(bobByService)) {
            Answer<PrefetchReply> answered = his.prefetch(hint("proxied")).join();
            PrefetchReply reply = answered.value().orElseThrow(() -> new AssertionError(answered.why()));
            assertThat(reply.getBlocksList()).isEmpty();
            assertThat(reply.getSkipped(0).getText()).contains("Permission denied: user=bob");
        }
        // The service may not act for alice: HDFS gives it no token.
        try (TiercelClient hers = client(UserGroupInformation.createProxyUser("alice", service))) {
            Answer<PrefetchReply> answer = hers.prefetch(hint("proxied")).join();
            assertThat(answer.value()).isEmpty();
            assertThat(answer.why()).contains("not allowed to impersonate alice");
        }
    }

    /** A token is enough, as an application on YARN has one. A ticket is not needed. */
    @Test
    void aTokenAloneIsEnough() throws Exception {
        UserGroupInformation holder = UserGroupInformation.createRemoteUser("alice");
        holder.addToken(token(alice));
        try (TiercelClient client = client(holder)) {
            assertThat(client.prefetch(hint("holder"))
                            .join()
                            .value()
                            .orElseThrow()
                            .getBlocksCount())
                    .isEqualTo(4);
            client.release("holder", List.of()).join();
        }
        try (TiercelClient nobody = client(UserGroupInformation.createRemoteUser("alice"))) {
            Answer<StatusReply> answer = nobody.status().join();
            assertThat(answer.why()).contains("neither a delegation token of this HDFS nor a Kerberos ticket");
        }
    }

    @Test
    void residencyIsToldOnlyOfFilesThatTheWatcherMayRead() throws Exception {
        List<BlockId> blocks;
        try (TiercelClient hers = client(alice);
                TiercelClient his = client(bob)) {
            blocks = hers.prefetch(hint("watched")).join().value().orElseThrow().getBlocksList().stream()
                    .map(BlockState::getBlock)
                    .toList();
            hers.follow("watched", progress -> {}).join();
            List<Placed> placed = blocks.stream()
                    .map(block -> Placed.newBuilder().setBlock(block).build())
                    .toList();
            Set<BlockId> sheSees = ConcurrentHashMap.newKeySet();
            Set<BlockId> heSees = ConcurrentHashMap.newKeySet();
            CountDownLatch answered = new CountDownLatch(2);
            try (var hersOpen =
                            hers.watch("watched", events -> events.forEach(event -> sheSees.add(event.getBlock())));
                    var hisOpen =
                            his.watch("watched", events -> events.forEach(event -> heSees.add(event.getBlock())))) {
                hersOpen.add(placed, answered::countDown);
                hisOpen.add(placed, answered::countDown);
                assertThat(answered.await(20, TimeUnit.SECONDS)).isTrue();
                await().atMost(PATIENCE).until(() -> sheSees.size() == blocks.size());
                assertThat(heSees).isEmpty();
            }
            hers.release("watched", List.of()).join();
        }
    }

    /**
     * The KDC is away, the token's life ends several times, and the certificate is exchanged: the job goes on. A token that nobody renews is
     * refused.
     */
    @Test
    @Order(Integer.MAX_VALUE)
    @Tag("slow")
    void aJobOutlivesItsTokensAndCertificates() throws Exception {
        try (TiercelClient hers = client(alice);
                JobSession job = hers.job("long")) {
            job.prefetch(
                            List.of(TiercelClient.path("/user/alice/file")),
                            Eviction.EVICT_ON_RELEASE,
                            OptionalLong.empty())
                    .answer()
                    .join();
            hers.follow("long", progress -> {}).join();
            Token<?> unrenewed = token(alice);
            assertThat(withToken(unrenewed)).isEqualTo(Status.OK);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(75);
            String first = serial();
            realm.certificates().rotate();
            await().atMost(PATIENCE).until(() -> !serial().equals(first));
            realm.stopKdc();
            await().atMost(Duration.ofSeconds(100))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        assertThat(pinned(hers)).isEqualTo(4L * BLOCK);
                        assertThat(agents(hers)).isEqualTo(NODES);
                        return System.nanoTime() - end > 0;
                    });
            assertRefused(withToken(unrenewed), "has expired");
        }
    }

    private static String serial() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {HadoopTls.clientTrust(conf())}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSerialNumber()
                    .toString();
        }
    }

    @Test
    void commandsUseTheTicket() throws Exception {
        assertThat(run(alice, "prefetch", "/user/alice/file", "--job", "typed", "--wait")
                        .exitCode())
                .isZero();
        assertThat(run(alice, "status").out()).contains("typed").doesNotContain("counters:");
        assertThat(run(UserGroupInformation.getLoginUser(), "status").out()).contains("typed", "counters: ");
        assertThat(run(bob, "status").out()).doesNotContain("typed");
        assertThat(run(bob, "release", "typed").err()).contains("refers to nothing of it");
        CommandRun ls = run(bob, "ls", "/user/alice/file");
        assertThat(ls.out() + ls.err()).contains("Permission denied: user=bob");
        assertThat(run(alice, "release", "typed").exitCode()).isZero();
    }

    private static CommandRun run(UserGroupInformation user, String... arguments) throws Exception {
        return user.doAs((PrivilegedExceptionAction<CommandRun>) () -> CommandRun.in(
                Map.of(
                        "TIERCEL_COORDINATOR",
                        "127.0.0.1:" + port,
                        "HADOOP_CONF_DIR",
                        hdfs.hadoopConfDir().toString()),
                arguments));
    }

    @Test
    void withoutTlsKeysNothingConnectsAndTheKeysAreNamed() {
        Configuration conf = conf();
        conf.unset("ssl.client.truststore.location");
        assertThatThrownBy(() -> HadoopSecurity.ofUser(conf, alice))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ssl.client.truststore.location is not set in ssl-client.xml");
        assertThatThrownBy(() -> HadoopTls.serverKey(conf))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ssl.server.keystore.location, ssl.server.keystore.password is not set");
    }
}
