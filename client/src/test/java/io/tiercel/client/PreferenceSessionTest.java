package io.tiercel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.protocol.ScoreCount;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PreferenceSessionTest {
    private static final String APPLICATION = "application_1_0001";

    private final List<String> refusals = new CopyOnWriteArrayList<>();
    private FakeCoordinator coordinator;
    private TiercelClient client;
    private PreferenceSession session;

    @BeforeEach
    void start() throws IOException {
        coordinator = new FakeCoordinator();
        client = new TiercelClient(ClientSettings.of("127.0.0.1", coordinator.port(), "u"));
        session = client.preferences(APPLICATION, 2, refusals::add);
    }

    @AfterEach
    void stop() {
        session.close();
        client.close();
        coordinator.close();
    }

    private static List<AskPreferences> on(String host) {
        return List.of(AskPreferences.newBuilder()
                .setPriority(20)
                .addPlaces(PlaceScores.newBuilder()
                        .setPlace(host)
                        .addScores(ScoreCount.newBuilder().setScore(8).setContainers(1)))
                .build());
    }

    private List<List<AskPreferences>> said() {
        return coordinator.preferences.stream().map(PreferRequest::getAsksList).toList();
    }

    @Test
    void preferencesAreSentAndRepeatedWithinTheLease() {
        assertThat(session.prefer(on("a")).join()).isTrue();

        await().until(() -> coordinator.preferences.size() >= 4);
        assertThat(coordinator.preferences).allSatisfy(request -> {
            assertThat(request.getApplication()).isEqualTo(APPLICATION);
            assertThat(request.getAttempt()).isEqualTo(2);
            assertThat(request.getAsksList()).isEqualTo(on("a"));
        });
    }

    @Test
    void nobodyIsToldKnownBeforeAResourceManagerHasHeard() {
        coordinator.knowsPreferences = false;
        CompletableFuture<Boolean> known = session.prefer(on("a"));
        await().until(() -> coordinator.preferences.size() >= 2);
        assertThat(known).isNotDone();

        coordinator.knowsPreferences = true;
        assertThat(known.join()).isTrue();
    }

    @Test
    void nobodyWaitsWhereNoResourceManagerAsks() {
        coordinator.knowsPreferences = false;
        coordinator.hasResourceManager = false;

        assertThat(session.prefer(on("a")).join()).isFalse();
        assertThat(coordinator.preferences).hasSize(1);
    }

    @Test
    void changesDuringACallAreSentOnceAfterIt() {
        coordinator.waits = true;
        CompletableFuture<Boolean> first = session.prefer(on("a"));
        await().until(() -> coordinator.waiting() == 1);
        CompletableFuture<Boolean> second = session.prefer(on("b"));
        CompletableFuture<Boolean> third = session.prefer(on("c"));
        coordinator.waits = false;
        coordinator.answerNow();

        assertThat(third.join()).isTrue();
        assertThat(first.join()).isFalse();
        assertThat(second.join()).isFalse();
        assertThat(said()).startsWith(on("a"), on("c")).doesNotContain(on("b"));
    }

    @Test
    void theSameOnceMoreSendsNothing() {
        CompletableFuture<Boolean> known = session.prefer(on("a"));

        assertThat(session.prefer(on("a"))).isSameAs(known);
    }

    @Test
    void aRefusalIsReportedOnceAndTriedAgain() {
        coordinator.refuses = true;

        assertThat(session.prefer(on("a")).join()).isFalse();
        await().until(() -> coordinator.preferences.size() >= 3);
        assertThat(refusals).singleElement().asString().contains("preferences: expected fewer");
        coordinator.refuses = false;
    }

    @Test
    void anAbsentCoordinatorIsNoRefusal() {
        coordinator.close();

        assertThat(session.prefer(on("a")).join()).isFalse();
        assertThat(refusals).isEmpty();
    }

    @Test
    void theEndWithdrawsThem() {
        session.prefer(on("a")).join();
        session.close();

        await().until(() -> said().contains(List.of()));
        int calls = coordinator.preferences.size();
        assertThat(session.prefer(on("b"))).isCompleted();
        assertThat(coordinator.preferences).hasSize(calls);
    }

    @Test
    void whoHasSaidNothingWithdrawsNothing() {
        session.close();
        client.close();

        assertThat(coordinator.preferences).isEmpty();
    }
}
