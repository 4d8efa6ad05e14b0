package io.tiercel.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.UnknownFieldSet;
import io.grpc.HandlerRegistry;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tiercel.allocate.AttemptPreferences;
import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.PreferenceBook.Held;
import io.tiercel.client.ClientSettings;
import io.tiercel.protocol.ApplicationPreferences;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.ContainersGrpc;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.PreferencesReply;
import io.tiercel.protocol.PreferencesRequest;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Preferences that are forged, stale, of a queue that may not use them, or too many: containers are granted as by YARN. */
class UntrustedPreferencesTest {
    private static final int PRIORITY = 20;
    private static final String SLOW = MockYarn.host(1, 0, 1);
    private static final String FAST = MockYarn.host(1, 0, 2);
    private static final Map<String, Map<Double, Integer>> SCORES = Map.of(SLOW, Map.of(20.0, 2), FAST, Map.of(1.0, 2));

    private final StringWriter lines = new StringWriter();
    private final WriterAppender appender = new WriterAppender(new SimpleLayout(), lines);

    @BeforeEach
    void listen() {
        Logger.getLogger("io.tiercel").addAppender(appender);
    }

    @AfterEach
    void stop() {
        Logger.getLogger("io.tiercel").removeAppender(appender);
    }

    @Test
    void theFastNodeIsGrantedByPreference() throws Exception {
        assertThat(grants(TiercelCapacityScheduler.class, Map.of(), MockYarn.USER, 1))
                .isEqualTo(Map.of(FAST, 2));
    }

    /** The slow node reports first. */
    @Test
    void stockGrantsTheNodeThatReports() throws Exception {
        assertThat(grants(CapacityScheduler.class, Map.of(), MockYarn.USER, 1)).isEqualTo(Map.of(SLOW, 2));
    }

    @Test
    void forgedPreferencesDoNotCount() throws Exception {
        assertThat(grants(TiercelCapacityScheduler.class, Map.of(), "mallory", 1))
                .isEqualTo(Map.of(SLOW, 2));
    }

    @Test
    void thoseOfAnotherAttemptDoNotCount() throws Exception {
        assertThat(grants(TiercelCapacityScheduler.class, Map.of(), MockYarn.USER, 2))
                .isEqualTo(Map.of(SLOW, 2));
    }

    @Test
    void stalePreferencesDoNotCount() throws Exception {
        assertThat(grants(TiercelCapacityScheduler.class, Map.of("tiercel.yarn.stale", "0ms"), MockYarn.USER, 1))
                .isEqualTo(Map.of(SLOW, 2));
    }

    @Test
    void thoseOfAQueueThatIsNotNamedDoNotCount() throws Exception {
        Map<String, String> others = Map.of("tiercel.yarn.queues", "root.others");
        assertThat(grants(TiercelCapacityScheduler.class, others, MockYarn.USER, 1))
                .isEqualTo(Map.of(SLOW, 2));
        assertThat(grants(
                        TiercelCapacityScheduler.class,
                        Map.of("tiercel.yarn.queues", "root.default"),
                        MockYarn.USER,
                        1))
                .isEqualTo(Map.of(FAST, 2));
    }

    private static Map<String, Integer> grants(
            Class<? extends CapacityScheduler> scheduler, Map<String, String> keys, String writer, int attemptSaid)
            throws Exception {
        try (MockYarn yarn = new MockYarn(scheduler, keys)) {
            yarn.addNode(SLOW, 4 * MockYarn.CONTAINER_MIB);
            yarn.addNode(FAST, 4 * MockYarn.CONTAINER_MIB);
            ApplicationAttemptId attempt = yarn.submit();
            yarn.prefer(List.of(new Held(
                    writer,
                    new AttemptPreferences(
                            attempt.getApplicationId().toString(),
                            attemptSaid,
                            List.of(new Ask(PRIORITY, 0, SCORES))))));
            yarn.allocate(
                    attempt,
                    List.of(
                            MockYarn.ask(PRIORITY, SLOW, 2),
                            MockYarn.ask(PRIORITY, FAST, 2),
                            MockYarn.ask(PRIORITY, MockYarn.rack(SLOW), 2),
                            MockYarn.ask(PRIORITY, "*", 2)),
                    List.of());
            yarn.report(SLOW);
            yarn.report(FAST);
            Map<String, Integer> granted = new TreeMap<>();
            for (Container container : yarn.allocate(attempt, List.of(), List.of())) {
                granted.merge(container.getNodeId().getHost(), 1, Integer::sum);
            }
            return granted;
        }
    }

    /** A coordinator that is older than preferences refuses the call, again and again. */
    @Test
    @SuppressWarnings("try") // It reads by itself.
    void anOlderCoordinatorCostsOneLine() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Server older = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .fallbackHandlerRegistry(new HandlerRegistry() {
                    @Override
                    public @Nullable ServerMethodDefinition<?, ?> lookupMethod(
                            String method, @Nullable String authority) {
                        asked.incrementAndGet();
                        return null;
                    }
                })
                .build()
                .start();
        KnownPreferences known = new KnownPreferences(1, System::nanoTime);
        try (PreferenceReader reader = PreferenceReader.start(settings(older), Duration.ofMillis(5), known)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> asked.get() > 5);
        } finally {
            older.shutdownNow();
        }
        assertThat(known.isEmpty()).isTrue();
        assertThat(lines.toString().lines())
                .hasSize(1)
                .allMatch(line -> line.contains("containers go as by YARN until the coordinator"));
    }

    /** Fields of a later coordinator that this version does not know are ignored; an application that says too much is left out. */
    @Test
    @SuppressWarnings("try") // It reads by itself.
    void aLaterOrCarelessCoordinatorDoesNoHarm() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Server later = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(new ContainersGrpc.ContainersImplBase() {
                    @Override
                    public void preferences(PreferencesRequest request, StreamObserver<PreferencesReply> observer) {
                        asked.incrementAndGet();
                        observer.onNext(reply());
                        observer.onCompleted();
                    }
                })
                .build()
                .start();
        KnownPreferences known = new KnownPreferences(Duration.ofHours(1).toNanos(), System::nanoTime);
        try (PreferenceReader reader = PreferenceReader.start(settings(later), Duration.ofMillis(5), known)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> asked.get() > 5);
        } finally {
            later.shutdownNow();
        }
        assertThat(known.of("application_1_0001", 1, "ann", PRIORITY, 0)).isPresent();
        assertThat(known.of("application_1_0002", 1, "ann", PRIORITY, 0))
                .as("too much")
                .isEmpty();
        assertThat(lines.toString().lines().filter(line -> line.contains("an application go as by YARN")))
                .hasSize(1);
    }

    private static PreferencesReply reply() {
        AskPreferences ask = AskPreferences.newBuilder()
                .setPriority(PRIORITY)
                .addPlaces(PlaceScores.newBuilder().setPlace("n1"))
                .build();
        ApplicationPreferences.Builder huge = ApplicationPreferences.newBuilder()
                .setApplication("application_1_0002")
                .setAttempt(1)
                .setUser("ann");
        for (int count = 0; count < 100; count++) {
            huge.addAsks(ask);
        }
        return PreferencesReply.newBuilder()
                .setVersion(7)
                .addApplications(ApplicationPreferences.newBuilder()
                        .setApplication("application_1_0001")
                        .setAttempt(1)
                        .setUser("ann")
                        .addAsks(ask))
                .addApplications(huge)
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                99,
                                UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                        .build())
                .build();
    }

    private static ClientSettings settings(Server server) {
        return ClientSettings.of("127.0.0.1", server.getPort(), "rm");
    }
}
