package io.tiercel.spark.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.tiercel.client.FakeCoordinator;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.model.Block;
import io.tiercel.model.BlockId;
import io.tiercel.model.Replica;
import io.tiercel.model.Residency;
import io.tiercel.model.Tier;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import io.tiercel.spark.FaultLog;
import io.tiercel.spark.LogLines;
import io.tiercel.spark.event.CoordinatorChanged;
import io.tiercel.spark.event.TiercelEvent;
import io.tiercel.spark.memory.PrefetchRequests.RequestedBlock;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CoordinatorConnectionTest {
    /** Far longer than anything that is not to be waited for. */
    private static final Duration BUDGET = Duration.ofSeconds(60);

    private final List<TiercelEvent> heard = new CopyOnWriteArrayList<>();
    private final HostRegistry hosts = new HostRegistry();
    private final int n1 = hosts.node("n1");
    private final int n2 = hosts.node("n2");

    @AfterEach
    void close() {
        hosts.close();
    }

    private CoordinatorConnection link(String coordinator) {
        return new CoordinatorConnection(
                Endpoint.parse(coordinator),
                ChannelSecurity.named("alice"),
                () -> "app",
                hosts,
                new FaultLog(),
                heard::add);
    }

    private static BlockId id(long number) {
        return new BlockId("pool", number, 1);
    }

    private Block block(long number) {
        return new Block(
                10, List.of(new Replica(n1, Tier.HDD), new Replica(n2, Tier.SSD)), new BlockId("pool", number, 1));
    }

    private StageMemory watch(CoordinatorConnection link, Duration budget) {
        return link.watch(
                reads -> {
                    reads.task(0, List.of(block(1)));
                    reads.task(1, List.of(block(1), block(2)));
                },
                budget);
    }

    private static void end(AutoCloseable closing) throws Exception {
        closing.close();
    }

    @Test
    void interestLastsFromTheSubmissionOfAStageToTheEndOfItsTasks() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                CoordinatorConnection link = link(coordinator.address())) {
            link.open();
            await().until(() -> coordinator.heard.contains("renew app"));

            StageMemory stage = watch(link, BUDGET);
            await().until(() -> stage.at(id(2), n1).equals(Residency.FULL));
            assertThat(stage.at(id(1), n1)).isEqualTo(Residency.FULL);
            assertThat(stage.at(id(1), n2)).isEqualTo(Residency.NONE);
            assertThat(coordinator.heard).contains("add 1 on [n1, n2]", "add 2 on [n1, n2]");

            stage.launched(1);
            await().until(() -> coordinator.heard.contains("begun 2"));
            stage.finished(1);
            await().until(() -> coordinator.heard.containsAll(List.of("read 2", "remove 2")));
            assertThat(coordinator.heard).doesNotContain("read 1", "remove 1");
            stage.end();
            await().until(() -> coordinator.heard.contains("remove 1"));
            assertThat(coordinator.heard).as("task 0 has read nothing").doesNotContain("read 1");
            assertThat(coordinator.heard).doesNotContain("release app");

            end(link);
            await().until(() -> coordinator.heard.contains("release app"));
        }
    }

    @Test
    void theFirstStageWaitsWhileTheApplicationStillConnects() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                CoordinatorConnection link = link(coordinator.address())) {
            StageMemory stage = watch(link, BUDGET);
            assertThat(stage.at(id(1), n1)).isEqualTo(Residency.FULL);
            assertThat(stage.at(id(2), n1)).isEqualTo(Residency.FULL);
        }
    }

    @Test
    void whoeverKeptToTheBudgetIsWaitedForAgain() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                CoordinatorConnection link = link(coordinator.address())) {
            for (int stages = 0; stages < 3; stages++) {
                StageMemory stage = watch(link, BUDGET);
                assertThat(stage.at(id(2), n1)).isEqualTo(Residency.FULL);
                stage.end();
            }
        }
    }

    /** A stage of more blocks than go into one request, and one that is registered while it is not answered yet. */
    @Test
    void theAnswerToAnotherRequestDoesNotEndTheWaitForAStage() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                CoordinatorConnection link = link(coordinator.address())) {
            coordinator.watchAnswers = 1;
            Executor ownThread = task -> new Thread(task).start();
            CompletableFuture<Residency> large = CompletableFuture.supplyAsync(
                    () -> link.watch(
                                    reads -> reads.task(
                                            0,
                                            LongStream.rangeClosed(1, 5_001)
                                                    .mapToObj(this::block)
                                                    .toList()),
                                    BUDGET)
                            .at(id(5_001), n1),
                    ownThread);
            await().until(() -> coordinator.heard.contains("add 5001 on [n1, n2]"));
            CompletableFuture<Residency> small = CompletableFuture.supplyAsync(
                    () -> link.watch(reads -> reads.task(0, List.of(block(6_000))), BUDGET)
                            .at(id(6_000), n1),
                    ownThread);
            await().until(() -> coordinator.heard.contains("add 6000 on [n1, n2]"));

            coordinator.answerNow();

            assertThat(large.join()).isEqualTo(Residency.FULL);
            assertThat(small.join()).isEqualTo(Residency.FULL);
        }
    }

    @Test
    void aLostCoordinatorTakesWhatIsKnownWithIt() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                CoordinatorConnection link = link(coordinator.address())) {
            StageMemory stage = watch(link, BUDGET);
            await().until(() -> stage.at(id(2), n1).equals(Residency.FULL));

            end(coordinator);

            await().until(() -> stage.at(id(2), n1).equals(Residency.NONE));
            await().until(() -> heard.size() == 2);
            assertThat(heard)
                    .map(event -> (CoordinatorChanged) event)
                    .allMatch(event -> event.address().equals(coordinator.address()))
                    .extracting(CoordinatorChanged::reached)
                    .containsExactly(true, false);
        }
    }

    @Test
    void aCoordinatorThatIsBackIsWaitedForAgain() throws Exception {
        try (FakeCoordinator first = new FakeCoordinator();
                CoordinatorConnection link = link(first.address());
                LogLines log = LogLines.of(CoordinatorConnection.class)) {
            link.open();
            StageMemory stage = watch(link, BUDGET);
            await().until(() -> stage.at(id(2), n1).equals(Residency.FULL));
            end(first);
            await().until(() -> stage.at(id(2), n1).equals(Residency.NONE));
            try (FakeCoordinator second = new FakeCoordinator(first.port())) {
                await().until(() -> stage.at(id(2), n1).equals(Residency.FULL));
                await().until(() -> log.lines().stream().anyMatch(line -> line.endsWith("is there again")));

                assertThat(watch(link, BUDGET).at(id(1), n1)).isEqualTo(Residency.FULL);
                assertThat(second.heard).contains("add 1 on [n1, n2]");
            }
        }
    }

    /** A coordinator that stands still for seconds loses calls, but no connection. */
    @Test
    void readsThatAreLostAreReportedAgain() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                CoordinatorConnection link = link(coordinator.address())) {
            StageMemory stage = watch(link, BUDGET);
            coordinator.loses.set(2);
            stage.finished(0);
            stage.finished(1);
            stage.end();
            await().atMost(BUDGET).until(() -> coordinator.heard.containsAll(List.of("read 1", "read 2")));

            coordinator.loses.set(2);
            link.prefetches().done(List.of(id(7)));
            await().atMost(BUDGET).until(() -> coordinator.heard.contains("read 7"));
        }
    }

    /** Each task that ends would otherwise send all of them once more. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"RESOURCE_EXHAUSTED", "UNAUTHENTICATED"})
    void readsThatAreRefusedForNowAreReportedAgainAfterAWait(Status.Code refusal) throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                CoordinatorConnection link = link(coordinator.address());
                LogLines log = LogLines.of(StageNews.class)) {
            coordinator.loss = refusal;
            coordinator.loses.set(1_000);
            StageMemory stage = watch(link, BUDGET);
            long start = System.nanoTime();
            stage.finished(1);
            await().until(() -> !log.lines().isEmpty());
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN Tiercel: the coordinator refuses reports of reads, so they release no memory"
                            + " until it takes them: ");
            stage.finished(0);
            await().until(() -> coordinator.heard.contains("remove 1"));
            assertThat(1_000 - coordinator.loses.get())
                    .isLessThanOrEqualTo(1
                            + (int) Duration.ofNanos(System.nanoTime() - start).toSeconds());

            coordinator.loses.set(0);
            await().atMost(BUDGET).until(() -> coordinator.heard.containsAll(List.of("read 1", "read 2")));
        }
    }

    /** A stage was read while the coordinator was away, and the next one wants a block of it: said now, the read would end that. */
    @Test
    void whatIsWantedAnewIsNotSaidToBeRead() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        try (CoordinatorConnection link = link("127.0.0.1:" + port)) {
            StageMemory stage = watch(link, Duration.ZERO);
            assertThat(link.prefetches().cluster().join())
                    .as("when the stage is registered")
                    .isEmpty();
            stage.finished(0);
            stage.finished(1);
            stage.end();
            watch(link, Duration.ZERO);
            link.prefetches().request(List.of(new RequestedBlock(id(2), "/2", 0, 10)), 0, refused -> {});

            try (FakeCoordinator coordinator = new FakeCoordinator(port)) {
                await().atMost(BUDGET).until(() -> coordinator.heard.contains("read 1"));
                await().atMost(BUDGET)
                        .until(() -> coordinator.heard.stream().anyMatch(line -> line.startsWith("prefetch /2 ")));
                end(link);
                await().until(() -> coordinator.heard.contains("release app"));
                assertThat(coordinator.heard).doesNotContain("read 2");
            }
        }
    }

    /** The planner goes on only when it is answered. */
    @Test
    void whoAsksForTheClusterIsAnsweredThoughThereIsNoConnection() throws Exception {
        Supplier<String> unnamed = () -> {
            throw new IllegalStateException("no name, says the test");
        };
        try (FakeCoordinator coordinator = new FakeCoordinator();
                CoordinatorConnection link = new CoordinatorConnection(
                        Endpoint.parse(coordinator.address()),
                        ChannelSecurity.named("alice"),
                        unnamed,
                        hosts,
                        new FaultLog(),
                        heard::add)) {
            assertThat(link.prefetches().cluster()).succeedsWithin(BUDGET).isEqualTo(Optional.empty());
            end(link);
            assertThat(link.prefetches().cluster())
                    .as("of a closed connection")
                    .succeedsWithin(BUDGET)
                    .isEqualTo(Optional.empty());
        }
    }

    @Test
    void nobodyWaitsForACoordinatorThatIsNotThere() throws IOException {
        String nowhere;
        try (ServerSocket socket = new ServerSocket(0)) {
            nowhere = "127.0.0.1:" + socket.getLocalPort();
        }
        try (LogLines log = LogLines.of(CoordinatorConnection.class)) {
            long start = System.nanoTime();
            try (CoordinatorConnection link = link(nowhere)) {
                link.open();
                StageMemory stage = watch(link, BUDGET);
                stage.finished(0);
                stage.finished(1);
                stage.end();
                await().until(() -> !log.lines().isEmpty());
                watch(link, BUDGET).end();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BUDGET);
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN Tiercel: the coordinator at " + nowhere + " cannot be reached: ")
                    .endsWith("; tasks are placed without regard to what is in memory until it is back");
        }
    }

    @Test
    void aCoordinatorThatDoesNotAnswerIsWaitedForOnceAtMost() throws IOException {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                CoordinatorConnection link = link(coordinator.address())) {
            link.open();
            await().until(() -> coordinator.heard.contains("renew app"));
            watch(link, Duration.ofMillis(1)).end();
            coordinator.silent = true;
            watch(link, Duration.ofMillis(100)).end();

            long start = System.nanoTime();
            watch(link, BUDGET).end();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BUDGET);
        }
    }
}
