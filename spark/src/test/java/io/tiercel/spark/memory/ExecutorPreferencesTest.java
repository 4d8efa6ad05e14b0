package io.tiercel.spark.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.FakeCoordinator;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import io.tiercel.spark.FaultLog;
import io.tiercel.spark.LogLines;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class ExecutorPreferencesTest {
    private static final String APPLICATION = "application_1_0001";
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(10);

    private static CoordinatorConnection connection(FakeCoordinator coordinator, HostRegistry hosts) {
        return new CoordinatorConnection(
                Endpoint.parse(coordinator.address()),
                ChannelSecurity.named("alice"),
                () -> APPLICATION,
                hosts,
                new FaultLog(),
                event -> {});
    }

    private static WaitingTasks on(String host) {
        WaitingTasks waiting = WaitingTasks.none(0, 1);
        waiting.add(host, 8);
        return waiting;
    }

    private static boolean isSaid(PreferRequest request, String host) {
        return request.getAsksList().stream()
                .flatMap(ask -> ask.getPlacesList().stream())
                .anyMatch(place -> place.getPlace().equals(host));
    }

    @Test
    void preferencesFollowTheWaitingTasksUntilTheirStageEnds() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                HostRegistry hosts = new HostRegistry();
                CoordinatorConnection connection = connection(coordinator, hosts);
                ExecutorPreferences preferences = new ExecutorPreferences(connection, new FaultLog(), LONG)) {
            AtomicInteger asked = new AtomicInteger();
            Object stage = new Object();
            preferences.begin(stage, () -> asked.incrementAndGet() < 3 ? on("a") : on("b"));
            preferences.open(APPLICATION, 2);

            await().until(() -> coordinator.preferences.stream().anyMatch(request -> isSaid(request, "b")));
            assertThat(coordinator.preferences.get(0)).satisfies(first -> {
                assertThat(first.getApplication()).isEqualTo(APPLICATION);
                assertThat(first.getAttempt()).isEqualTo(2);
            });

            preferences.end(stage);
            await().until(() -> coordinator
                            .preferences
                            .get(coordinator.preferences.size() - 1)
                            .getAsksCount()
                    == 0);
        }
    }

    /** One that fails is left out of one turn, and costs a line in the log. */
    @Test
    void aStageThatCannotBeAskedEndsNothing() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                HostRegistry hosts = new HostRegistry();
                CoordinatorConnection connection = connection(coordinator, hosts);
                ExecutorPreferences preferences = new ExecutorPreferences(connection, new FaultLog(), LONG)) {
            AtomicInteger asked = new AtomicInteger();
            preferences.open(APPLICATION, 1);
            preferences.begin(new Object(), () -> {
                if (asked.incrementAndGet() == 1) {
                    throw new IllegalStateException("once");
                }
                return on("a");
            });
            await().until(() -> coordinator.preferences.stream().anyMatch(request -> isSaid(request, "a")));
        }
    }

    @Test
    void whoAwaitsIsHeardOnceTheResourceManagerKnows() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                HostRegistry hosts = new HostRegistry();
                CoordinatorConnection connection = connection(coordinator, hosts);
                ExecutorPreferences preferences = new ExecutorPreferences(connection, new FaultLog(), LONG);
                LogLines log = LogLines.of(ExecutorPreferences.class)) {
            preferences.begin(new Object(), () -> on("a"));
            preferences.open(APPLICATION, 1);
            preferences.awaitHeard();

            assertThat(coordinator.preferences).anyMatch(request -> isSaid(request, "a"));
            assertThat(log.lines()).isEmpty();
        }
    }

    /** Nothing is to be expected, so nobody waits for the whole budget. */
    @SuppressWarnings("try") // The coordinator ends before the others.
    @Test
    void nobodyAwaitsAnAbsentCoordinator() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                HostRegistry hosts = new HostRegistry();
                CoordinatorConnection connection = connection(coordinator, hosts);
                ExecutorPreferences preferences = new ExecutorPreferences(connection, new FaultLog(), LONG);
                LogLines log = LogLines.of(ExecutorPreferences.class)) {
            coordinator.close();
            preferences.begin(new Object(), () -> on("a"));
            preferences.open(APPLICATION, 1);
            preferences.awaitHeard();

            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void aSlowCoordinatorIsAwaitedForTheBudgetAlone() throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                HostRegistry hosts = new HostRegistry();
                CoordinatorConnection connection = connection(coordinator, hosts);
                ExecutorPreferences preferences = new ExecutorPreferences(connection, new FaultLog(), SHORT);
                LogLines log = LogLines.of(ExecutorPreferences.class)) {
            coordinator.silent = true;
            preferences.begin(new Object(), () -> on("a"));
            preferences.open(APPLICATION, 1);
            preferences.awaitHeard();

            assertThat(log.lines()).singleElement().asString().contains("YARN does not know in time");
        }
    }

    private static void onOne(Opened test) throws Exception {
        onOne(LONG, test);
    }

    private static void onOne(Duration budget, Opened test) throws Exception {
        try (FakeCoordinator coordinator = new FakeCoordinator();
                HostRegistry hosts = new HostRegistry();
                CoordinatorConnection connection = connection(coordinator, hosts);
                ExecutorPreferences preferences = new ExecutorPreferences(connection, new FaultLog(), budget)) {
            preferences.open(APPLICATION, 1);
            test.run(coordinator, preferences);
        }
    }

    /** As the scheduler does it. */
    private static void begin(ExecutorPreferences preferences, Supplier<WaitingTasks> waiting) {
        preferences.expect();
        preferences.begin(new Object(), waiting);
        preferences.decided();
    }

    private interface Opened {
        void run(FakeCoordinator coordinator, ExecutorPreferences preferences) throws Exception;
    }

    @Test
    void aRequestWaitsForEachExpectedStage() throws Exception {
        onOne((coordinator, preferences) -> {
            CompletableFuture<Boolean> before = preferences.whenHeard();
            preferences.expect();
            preferences.expect();
            preferences.begin(new Object(), () -> on("a"));
            preferences.decided();
            await().until(() -> coordinator.preferences.stream().anyMatch(request -> isSaid(request, "a")));
            assertThat(before).isNotDone();

            preferences.begin(new Object(), () -> on("b"));
            preferences.decided();
            assertThat(before.get()).isTrue();
            assertThat(coordinator.preferences).anyMatch(request -> isSaid(request, "b"));
        });
    }

    @Test
    void aStageThatPrefersNothingHoldsUpNothing() throws Exception {
        onOne((coordinator, preferences) -> {
            CompletableFuture<Boolean> before = preferences.whenHeard();
            preferences.expect();
            preferences.decided();
            assertThat(before.get()).isTrue();
        });
    }

    @Test
    void aLaterStageIsWaitedForAnew() throws Exception {
        onOne((coordinator, preferences) -> {
            begin(preferences, () -> on("a"));
            assertThat(preferences.whenHeard().get()).isTrue();

            preferences.expect();
            CompletableFuture<Boolean> later = preferences.whenHeard();
            assertThat(later).isNotDone();
            preferences.begin(new Object(), () -> on("b"));
            preferences.decided();
            assertThat(later.get()).isTrue();
        });
    }

    /** All tasks of one stage run, and another reads nothing. */
    @Test
    void aStageOfWhichNoTaskWaitsHoldsUpNothing() throws Exception {
        onOne((coordinator, preferences) -> {
            preferences.begin(new Object(), () -> WaitingTasks.none(0, 1));
            preferences.expect();
            CompletableFuture<Boolean> heard = preferences.whenHeard();
            preferences.decided();
            assertThat(heard.get()).isTrue();
        });
    }

    /** The ResourceManager has heard only of what was replaced. */
    @Test
    void whatIsReplacedBeforeItWasHeardEndsNoWait() throws Exception {
        onOne((coordinator, preferences) -> {
            coordinator.waits = true;
            AtomicReference<String> host = new AtomicReference<>("a");
            AtomicInteger asked = new AtomicInteger();
            begin(preferences, () -> {
                asked.incrementAndGet();
                return on(host.get());
            });
            CompletableFuture<Boolean> heard = preferences.whenHeard();
            await().until(() -> coordinator.preferences.stream().anyMatch(request -> isSaid(request, "a")));
            host.set("b");
            int before = asked.get();
            // One look may be under way; the next sees b, and one more begins after b was sent.
            await().until(() -> asked.get() >= before + 3);
            assertThat(heard).isNotDone();

            coordinator.waits = false;
            coordinator.answerNow();
            assertThat(heard.get()).isTrue();
            assertThat(coordinator.preferences).anyMatch(request -> isSaid(request, "b"));
        });
    }

    @Test
    void nobodyWaitsForALateCoordinatorTwice() throws Exception {
        onOne(SHORT, (coordinator, preferences) -> {
            coordinator.silent = true;
            begin(preferences, () -> on("a"));
            assertThat(preferences.whenHeard().get()).isFalse();
            assertThat(preferences.whenHeard()).isCompletedWithValue(false);
        });
    }

    @Test
    void theEndHoldsUpNobody() throws Exception {
        CompletableFuture<Boolean> heard = new CompletableFuture<>();
        onOne((coordinator, preferences) -> {
            preferences.expect();
            preferences.whenHeard().thenAccept(heard::complete);
        });
        assertThat(heard.get()).isFalse();
    }
}
