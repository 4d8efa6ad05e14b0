package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.view.CoordinatorMetrics.Sample;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.protocol.AgentState;
import io.tiercel.protocol.AgentsGrpc;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.DeviceState;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.LocateReply;
import io.tiercel.protocol.LocateRequest;
import io.tiercel.protocol.Migrate;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.MigrationState;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ProgressReply;
import io.tiercel.protocol.ProgressRequest;
import io.tiercel.protocol.ReadCurve;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.RegisterReply;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.ReleaseRequest;
import io.tiercel.protocol.ResidenceState;
import io.tiercel.protocol.ResidencyEvents;
import io.tiercel.protocol.ResidencyGrpc;
import io.tiercel.protocol.Room;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.SkipReason;
import io.tiercel.protocol.StateGrpc;
import io.tiercel.protocol.StatusRequest;
import io.tiercel.protocol.TiersRequest;
import io.tiercel.protocol.WatchRequest;
import io.tiercel.security.CallHeaders;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract over a real connection, with a file system and an agent that are none. */
class CoordinatorTest {
    private static final long MB = 1 << 20;

    private final FakeFiles files = new FakeFiles();
    private Coordinator coordinator;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws Exception {
        coordinator = Coordinator.start(settings(0), Clock.system(), lookups -> files);
        channel = NettyChannelBuilder.forAddress(coordinator.address())
                .usePlaintext()
                .build();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        coordinator.close();
    }

    private static CoordinatorSettings settings(int port) throws Exception {
        return CoordinatorSettings.read(Map.of(
                "tiercel.coordinator.address", "127.0.0.1:" + port,
                "tiercel.coordinator.http-address", "127.0.0.1:0",
                "tiercel.coordinator.residency.interval", "10ms"));
    }

    private static Metadata user(String name) {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, name);
        return headers;
    }

    private HintsGrpc.HintsBlockingStub hints(String user) {
        return HintsGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(user(user)))
                .withDeadlineAfter(20, TimeUnit.SECONDS);
    }

    private static PrefetchRequest hint(String job, String path) {
        return PrefetchRequest.newBuilder()
                .setJob(job)
                .addData(Selection.newBuilder().setPath(path))
                .build();
    }

    private AgentsGrpc.AgentsBlockingStub agents() {
        return AgentsGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
    }

    private RegisterReply register(String node) {
        return agents().register(RegisterRequest.newBuilder()
                .setNode(node)
                .setHost(node + ".example")
                .setVersion("1.2.3")
                .setBudgetBytes(100 * MB)
                .setConfiguredBudgetBytes(300 * MB)
                .setLockableBytes(200 * MB)
                .setPins(true)
                .setSharesDevices(true)
                .addDevices(Device.newBuilder().setStorage(node + "-disk").setStorageType("DISK"))
                .build());
    }

    private static ExchangeRequest.Builder exchange(String node, RegisterReply session) {
        return ExchangeRequest.newBuilder()
                .setNode(node)
                .setSession(session.getSession())
                .setBudgetBytes(100 * MB)
                .addRoom(Room.newBuilder().setStorage(node + "-disk").setMigrations(10));
    }

    /** Asks for work, and reports it done. */
    private void migrateAll(String node, RegisterReply session) {
        ExchangeReply orders = agents().exchange(exchange(node, session).build());
        ExchangeRequest.Builder report = exchange(node, session);
        for (Migrate order : orders.getMigrateList()) {
            report.addEnded(MigrationEnd.newBuilder()
                    .setMigration(order.getMigration())
                    .setBlock(order.getBlock())
                    .setStorage(order.getStorage())
                    .setDone(true)
                    .setBytes(order.getLength())
                    .setDurationMicros(1));
        }
        agents().exchange(report.build());
    }

    @Test
    void aHintIsCarriedOutAndFollowed() {
        RegisterReply session = register("n1");
        files.write("/f", 2, MB, "n1");

        PrefetchReply reply = hints("alice").prefetch(hint("job", "/f"));
        Iterator<ProgressReply> progress = StateGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(user("alice")))
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .progress(ProgressRequest.newBuilder().setJob("job").build());
        assertThat(progress.next().getBlocks().getPending()).isEqualTo(2);
        migrateAll("n1", session);
        ProgressReply last = null;
        while (progress.hasNext()) {
            last = progress.next();
        }

        assertThat(reply.getBlocksList()).hasSize(2).allMatch(block -> block.getState() == MigrationState.PENDING);
        assertThat(reply.getLeaseMillis()).isEqualTo(60_000);
        assertThat(last).isNotNull();
        assertThat(last.getBlocks().getResidentBytes()).isEqualTo(2 * MB);
        assertThat(last.getHosts(0).getHost()).isEqualTo("n1.example");
    }

    /** A name node may take long to answer: tasks read what was hinted for them before there is a claim that their reads could end. */
    @Test
    void whatIsReadWhileItIsLookedUpIsNotBroughtIn() {
        RegisterReply session = register("n1");
        List<BlockId> blocks = write(3);
        files.meanwhile = () -> {
            assertThat(hints("alice")
                            .read(read("job", blocks.get(0), blocks.get(1)))
                            .getReferences())
                    .isZero();
            hints("bob").read(read("job", blocks.get(2)));
            hints("alice").read(read("other job", blocks.get(2)));
        };

        hints("alice")
                .prefetch(hint("job", "/f").toBuilder()
                        .setEviction(Eviction.EVICT_AFTER_READ)
                        .build());
        files.meanwhile = () -> {};

        assertThat(agents().exchange(exchange("n1", session).build()).getMigrateList())
                .singleElement()
                .satisfies(order -> assertThat(order.getBlock()).isEqualTo(blocks.get(2)));
        hints("alice")
                .prefetch(hint("job", "/f").toBuilder()
                        .setEviction(Eviction.EVICT_AFTER_READ)
                        .build());
        assertThat(agents().exchange(exchange("n1", session).build()).getMigrateList())
                .extracting(Migrate::getBlock)
                .as("hinted again, with nothing read meanwhile")
                .containsExactlyInAnyOrderElementsOf(blocks);
    }

    @Test
    void aReadThatIsReportedLateEndsNoHintOfAnotherSession() {
        register("n1");
        BlockId[] blocks = write(2).toArray(BlockId[]::new);
        hints("alice")
                .prefetch(hint("job", "/f").toBuilder()
                        .setEviction(Eviction.EVICT_AFTER_READ)
                        .build());
        ReadRequest.Builder read = read("job", blocks).toBuilder().setSession(7).setHint(3);
        long hour = 3_600_000_000L;

        assertThat(hints("alice").read(read.clone().addAgeMicros(hour).build()).getReferences())
                .isZero();
        assertThat(hints("alice")
                        .read(read.clone().addAgeMicros(hour).addAgeMicros(0).build())
                        .getReferences())
                .isEqualTo(1);
        assertThat(hints("alice").read(read.build()).getReferences()).isEqualTo(1);
        assertThatThrownBy(() -> hints("alice")
                        .read(read.clone()
                                .addBlocks(blocks[0])
                                .addAllAgeMicros(List.of(1L, 2L))
                                .build()))
                .hasMessageContaining("INVALID_ARGUMENT: age_micros: expected one for each of 3 blocks, got 2");
    }

    private List<BlockId> write(int blocks) {
        return files.write("/f", blocks, MB, "n1").blocks().stream()
                .map(block -> BlockId.newBuilder()
                        .setPool(block.id().pool())
                        .setBlock(block.id().id())
                        .setGeneration(block.id().generation())
                        .build())
                .toList();
    }

    private static ReadRequest read(String job, BlockId... blocks) {
        return ReadRequest.newBuilder()
                .setJob(job)
                .addAllBlocks(List.of(blocks))
                .build();
    }

    /** A guess by the kind of device, 100 MB/s here, until the agent says otherwise; then what it says, and it is come back to. */
    @Test
    void devicesAreAsFastAsTheirAgentsMeasure() {
        RegisterReply session = register("n1");
        assertThat(device().hasFullBytesPerSecond()).isFalse();
        assertThat(device().getBytesPerSecond()).isCloseTo(1e8, within(1.0));

        agents().exchange(measured(session, 8e6));
        assertThat(device().getFullBytesPerSecond()).isEqualTo(8e6);
        assertThat(device().getBytesPerSecond()).isCloseTo(8e6, within(1.0));

        agents().exchange(measured(session, Double.NaN));
        agents().exchange(measured(session, -1));
        assertThat(device().getFullBytesPerSecond()).isEqualTo(8e6);
    }

    @Test
    void aCurveThatAnAgentHasMeasuredIsPassedOn() {
        RegisterReply session = register("n1");
        assertThat(device().hasCurve()).isFalse();

        agents().exchange(measured(session, curve(400e6, 800e6, 0.5)));
        assertThat(device().getCurve()).isEqualTo(curve(400e6, 800e6, 0.5));

        agents().exchange(measured(session, curve(Double.NaN, 800e6, 0)));
        agents().exchange(measured(session, curve(1e30, 1e30, 0)));
        agents().exchange(measured(session, curve(400e6, 800e6, 100)));
        assertThat(device().getCurve()).isEqualTo(curve(400e6, 800e6, 0.5));
        assertThat(device().hasFullBytesPerSecond()).isFalse();
    }

    /** A coordinator that restarts learns it so. */
    @Test
    void anAgentIntroducesItselfWithItsCurves() {
        RegisterRequest.Builder request = RegisterRequest.newBuilder()
                .setNode("n1")
                .setHost("n1.example")
                .addDevices(Device.newBuilder()
                        .setStorage("n1-disk")
                        .setStorageType("DISK")
                        .setCurve(curve(100e6, 100e6, 2)));
        agents().register(request.build());
        assertThat(device().getCurve()).isEqualTo(curve(100e6, 100e6, 2));

        request.getDevicesBuilder(0).setCurve(curve(100e6, 1, 2));
        agents().register(request.build());
        assertThat(device().hasCurve()).isFalse();
    }

    private static ReadCurve curve(double one, double most, double loss) {
        return ReadCurve.newBuilder().setOne(one).setMost(most).setLoss(loss).build();
    }

    private static ExchangeRequest measured(RegisterReply session, ReadCurve curve) {
        ExchangeRequest.Builder request = exchange("n1", session);
        request.getRoomBuilder(0).setCurve(curve);
        return request.build();
    }

    private static ExchangeRequest measured(RegisterReply session, double bytesPerSecond) {
        ExchangeRequest.Builder request = exchange("n1", session);
        request.getRoomBuilder(0).setBytesPerSecond(bytesPerSecond);
        return request.build();
    }

    private DeviceState device() {
        return StateGrpc.newBlockingStub(channel)
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .status(StatusRequest.getDefaultInstance())
                .getAgents(0)
                .getDevices(0);
    }

    @Test
    void aHintSaysWhenItsBlocksAreExpectedIfItIsAsked() {
        register("n1");
        files.write("/f", 2, MB, "n1");
        long now = System.currentTimeMillis();

        PrefetchReply asked = hints("alice")
                .prefetch(hint("job", "/f").toBuilder().setEstimate(true).build());

        assertThat(asked.getBlocksList()).hasSize(2).allMatch(block -> block.getExpectedMillis() >= now);
        assertThat(asked.getBlocks(1).getExpectedMillis())
                .isGreaterThanOrEqualTo(asked.getBlocks(0).getExpectedMillis());
        assertThat(hints("alice").prefetch(hint("job", "/f")).getBlocksList())
                .noneMatch(block -> block.hasExpectedMillis());
    }

    @Test
    void whatTheCallerMayNotReadIsSkipped() {
        register("n1");
        files.write("/f", 1, MB, "n1");

        PrefetchReply reply = hints("stranger").prefetch(hint("job", "/f"));

        assertThat(reply.getBlocksList()).isEmpty();
        assertThat(reply.getSkipped(0).getReason()).isEqualTo(SkipReason.NOT_READABLE);
    }

    @Test
    void aCallThatIsMalformedIsRefusedInOneLine() {
        assertThatThrownBy(() -> HintsGrpc.newBlockingStub(channel).prefetch(hint("job", "/f")))
                .hasMessage("INVALID_ARGUMENT: expected the user's name in the metadata entry tiercel-user, got none");
        for (String user : List.of("%zz", "a%0Ab", "+")) {
            assertThatThrownBy(() -> hints(user).prefetch(hint("job", "/f")))
                    .hasMessage("INVALID_ARGUMENT: expected the user's name in the metadata entry tiercel-user, got '"
                            + user + "'");
        }
        assertThatThrownBy(() -> hints("alice").prefetch(hint("", "/f")))
                .hasMessageContaining("job: expected a name of 1 to 200 characters");
        assertThatThrownBy(() -> hints("alice")
                        .prefetch(PrefetchRequest.newBuilder().setJob("job").build()))
                .hasMessageContaining("data: expected at least one path");
        assertThatThrownBy(() -> hints("alice")
                        .prefetch(
                                hint("job", "/f").toBuilder().setLeaseMillis(-1).build()))
                .hasMessageContaining("lease_millis: expected above 0");
        assertThatThrownBy(() -> agents().register(RegisterRequest.getDefaultInstance()))
                .hasMessageContaining("node: expected a name");
    }

    @Test
    void aJobOfSomebodyElseIsNotReleased() {
        register("n1");
        files.write("/f", 1, MB, "n1");
        hints("alice").prefetch(hint("job", "/f"));
        ReleaseRequest release = ReleaseRequest.newBuilder().setJob("job").build();

        assertThat(hints("bob").release(release).getReferences()).isZero();
        assertThat(hints("alice").release(release).getReferences()).isEqualTo(1);
    }

    @Test
    void aWatcherHearsWhatArrivesAndWhatGoes() {
        RegisterReply session = register("n1");
        ResolvedFile file = files.write("/f", 1, MB, "n1");
        BlockId block = BlockId.newBuilder()
                .setPool("pool")
                .setBlock(file.blocks().get(0).id().id())
                .setGeneration(1)
                .build();
        List<ResidencyEvents> heard = new CopyOnWriteArrayList<>();
        StreamObserver<WatchRequest> requests = ResidencyGrpc.newStub(channel).watch(collecting(heard));
        requests.onNext(WatchRequest.newBuilder().setJob("job").addAdd(block).build());
        await().until(() -> heard.stream().anyMatch(ResidencyEvents::getComplete));

        hints("alice").prefetch(hint("job", "/f"));
        migrateAll("n1", session);
        await().until(() -> states(heard).contains(ResidenceState.PINNED));
        hints("alice").release(ReleaseRequest.newBuilder().setJob("job").build());

        await().until(() -> states(heard).contains(ResidenceState.GONE));
        requests.onCompleted();
    }

    @Test
    void aWatcherThatDoesNotReadKeepsNobodyWaiting() {
        RegisterReply session = register("n1");
        files.write("/f", 50, MB, "n1");
        PrefetchReply reply = hints("alice").prefetch(hint("job", "/f"));
        WatchRequest all = WatchRequest.newBuilder()
                .addAllAdd(reply.getBlocksList().stream()
                        .map(state -> state.getBlock())
                        .toList())
                .build();
        SlowReader slow = new SlowReader();
        ResidencyGrpc.newStub(channel).watch(slow);
        await().until(slow::started);
        slow.send(all);
        List<ResidencyEvents> heard = new CopyOnWriteArrayList<>();
        ResidencyGrpc.newStub(channel).watch(collecting(heard)).onNext(all);

        for (int i = 0; i < 10; i++) {
            migrateAll("n1", session);
        }

        await().until(() ->
                states(heard).stream().filter(ResidenceState.PINNED::equals).count() >= 50);
        assertThat(slow.heard()).isZero();
    }

    private static List<ResidenceState> states(List<ResidencyEvents> heard) {
        return heard.stream()
                .flatMap(events -> events.getEventsList().stream())
                .map(event -> event.getState())
                .toList();
    }

    private static StreamObserver<ResidencyEvents> collecting(List<ResidencyEvents> heard) {
        return new StreamObserver<>() {
            @Override
            public void onNext(ResidencyEvents events) {
                heard.add(events);
            }

            @Override
            public void onError(Throwable error) {
                // The test is over.
            }

            @Override
            public void onCompleted() {
                // As above.
            }
        };
    }

    @Test
    void theStateIsShownToPeopleAndToPrometheus() throws Exception {
        register("n1");
        files.write("/f", 1, MB, "n1");
        hints("alice").prefetch(hint("job", "/f"));

        assertThat(get("/status"))
                .contains("\"host\" : \"n1.example\"")
                .contains("\"job\" : \"job\"")
                .contains("\"pendingMigrations\" : 1");
        assertThat(get("/jobs")).contains("\"user\" : \"alice\"").contains("\"wantedBytes\" : 1048576");
        assertThat(get("/metrics"))
                .contains("tiercel_coordinator_agents 1.0")
                .contains("tiercel_coordinator_pending_bytes 1048576.0")
                .contains("tiercel_coordinator_agents_silent 0.0")
                .contains("tiercel_coordinator_start_time_seconds ")
                .contains("tiercel_coordinator_migrated_blocks_total 0.0")
                .doesNotContain("tiercel_coordinator_epoch ");
        assertThat(coordinator.metrics())
                .filteredOn(sample -> sample.name().equals("tiercel_coordinator_budget_bytes"))
                .singleElement()
                .satisfies(sample -> assertThat(sample.labels())
                        .containsEntry("host", "n1.example")
                        .containsKey("node"));
        assertThat(coordinator.metrics())
                .filteredOn(sample -> sample.name().equals("tiercel_coordinator_pending_bytes"))
                .extracting(Sample::value)
                .containsExactly((double) MB);
        assertThat(get("/")).contains("/status");
        assertThat(StateGrpc.newBlockingStub(channel)
                        .status(StatusRequest.getDefaultInstance())
                        .getAgentsList())
                .singleElement()
                .matches(AgentState::getSharesDevices, "shares its devices, as it says")
                .satisfies(agent -> {
                    assertThat(agent.getVersion()).isEqualTo("1.2.3");
                    assertThat(agent.getConfiguredBudgetBytes()).isEqualTo(300 * MB);
                    assertThat(agent.getLockableBytes()).isEqualTo(200 * MB);
                });
    }

    @Test
    void leasesEndAfterAnErrorToo() throws Exception {
        AtomicInteger errors = new AtomicInteger();
        Clock failing = new Clock(
                () -> {
                    if (Thread.currentThread().getName().startsWith("tiercel-ticks") && errors.incrementAndGet() == 1) {
                        throw new OutOfMemoryError("for this once");
                    }
                    return System.nanoTime();
                },
                InstantSource.system());
        Map<String, String> entries = new HashMap<>();
        entries.put("tiercel.coordinator.address", "127.0.0.1:0");
        entries.put("tiercel.coordinator.http-address", "127.0.0.1:0");
        entries.put("tiercel.coordinator.interval", "5ms");
        entries.put("tiercel.coordinator.job.lease", "20ms");
        try (Coordinator hasty = Coordinator.start(CoordinatorSettings.read(entries), failing, lookups -> files)) {
            ManagedChannel own = NettyChannelBuilder.forAddress(hasty.address())
                    .usePlaintext()
                    .build();
            await().until(() -> errors.get() > 0);
            files.write("/f", 1, MB, "n1");
            HintsGrpc.newBlockingStub(own)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(user("alice")))
                    .prefetch(hint("silent", "/f"));

            await().until(() -> StateGrpc.newBlockingStub(own)
                            .status(StatusRequest.getDefaultInstance())
                            .getJobsCount()
                    == 0);
            own.shutdownNow();
        }
    }

    @Test
    void filesAreShownByTier() {
        RegisterReply session = register("n1");
        files.write("/f", 2, MB, "n1", "n2");
        hints("alice").prefetch(hint("job", "/f"));
        migrateAll("n1", session);

        var tiers = StateGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(user("alice")))
                .tiers(TiersRequest.newBuilder().setPath("/f").build());

        assertThat(tiers.getFiles(0).getStoredBytesMap()).containsEntry("DISK", 4 * MB);
        assertThat(tiers.getFiles(0).getPinnedBytes()).isEqualTo(2 * MB);
    }

    /** More clients than the server has threads. */
    @Test
    void clientsThatSendHalfARequestKeepNobodyFromTheMetrics() throws Exception {
        List<Socket> halfway = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                Socket socket = new Socket(
                        "127.0.0.1", coordinator.httpAddress().orElseThrow().getPort());
                socket.getOutputStream().write("GET /status".getBytes(StandardCharsets.US_ASCII));
                halfway.add(socket);
            }

            assertThat(get("/metrics")).contains("tiercel_coordinator_blocks");
        } finally {
            for (Socket socket : halfway) {
                socket.close();
            }
        }
    }

    @Test
    void aPortThatIsTakenIsSaidInOneLine() {
        int taken = coordinator.address().getPort();

        assertThatThrownBy(() -> Coordinator.start(settings(taken), Clock.system(), lookups -> files))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot listen on 127.0.0.1:" + taken + ": ")
                .hasMessageContaining("in use");
    }

    /** Each block of an answer has the file's name, of 8 KB here: 40 MB in all. */
    @Test
    void anAnswerThatIsNotTakenCountsUntilItsCallEnds() {
        String path = "/" + "x".repeat(7_900);
        files.write(path, 5_000, MB, "n1");
        LocateRequest request = LocateRequest.newBuilder()
                .addData(Selection.newBuilder().setPath(path))
                .build();
        ClientCall<LocateRequest, LocateReply> slow =
                channel.newCall(ResidencyGrpc.getLocateMethod(), CallOptions.DEFAULT);
        AtomicInteger answers = new AtomicInteger();
        ClientCall.Listener<LocateReply> listener = new ClientCall.Listener<>() {
            @Override
            public void onHeaders(Metadata headers) {
                answers.incrementAndGet();
            }
        };
        slow.start(listener, user("alice"));
        slow.sendMessage(request);
        slow.halfClose();
        await().until(() -> answers.get() == 1);
        ResidencyGrpc.ResidencyBlockingStub quick = ResidencyGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(user("alice")))
                .withMaxInboundMessageSize(64 << 20);

        await().untilAsserted(() -> assertThatThrownBy(() -> quick.locate(request))
                .hasMessageContaining("RESOURCE_EXHAUSTED: the open calls of user alice"));
        slow.cancel("says the test", null);
        await().ignoreExceptions().until(() -> quick.locate(request).getBlocksCount() == 5_000);
    }

    /** A NameNode tries again: nothing may stay each time. */
    @Test
    void aStartThatFailsLeavesNothingOpen() {
        FakeFiles own = new FakeFiles();
        assertThatThrownBy(() ->
                        Coordinator.start(settings(coordinator.address().getPort()), Clock.system(), lookups -> own))
                .isInstanceOf(IOException.class);
        assertThat(own.isClosed).isTrue();

        AtomicReference<ExecutorService> threads = new AtomicReference<>();
        assertThatThrownBy(() -> Coordinator.start(settings(0), Clock.system(), lookups -> {
                    threads.set(lookups);
                    throw new NoClassDefFoundError("a/Library");
                }))
                .isInstanceOf(NoClassDefFoundError.class);
        assertThat(threads.get().isShutdown()).isTrue();
    }

    @Test
    void anUnknownHostIsNamedAsOne() {
        for (String key : List.of("address", "http-address")) {
            Map<String, String> entries = Map.of("tiercel.coordinator." + key, "nosuch.invalid:1");

            assertThatThrownBy(() ->
                            Coordinator.start(CoordinatorSettings.read(entries), Clock.system(), lookups -> files))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot listen on nosuch.invalid:1: unknown host");
        }
    }

    private String get(String path) throws IOException, InterruptedException {
        URI uri = URI.create(
                "http://127.0.0.1:" + coordinator.httpAddress().orElseThrow().getPort() + path);
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(1)).build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }
}
