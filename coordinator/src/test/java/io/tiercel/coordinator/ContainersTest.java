package io.tiercel.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.tiercel.allocate.AttemptPreferences;
import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.PreferenceSize;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.protocol.ApplicationPreferences;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.ContainersGrpc;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.PreferReply;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.protocol.PreferencesReply;
import io.tiercel.protocol.PreferencesRequest;
import io.tiercel.protocol.ScoreCount;
import io.tiercel.security.CallHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Preferences for containers over a real connection. */
class ContainersTest {
    private static final String APPLICATION = "application_1_0001";

    private Coordinator coordinator;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws Exception {
        CoordinatorSettings settings = CoordinatorSettings.read(Map.of(
                "tiercel.coordinator.address", "127.0.0.1:0",
                "tiercel.coordinator.http-address", "127.0.0.1:0"));
        coordinator = Coordinator.start(settings, Clock.system(), lookups -> new FakeFiles());
        channel = NettyChannelBuilder.forAddress(coordinator.address())
                .usePlaintext()
                .build();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        coordinator.close();
    }

    private ContainersGrpc.ContainersBlockingStub as(String user) {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, user);
        return ContainersGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .withDeadlineAfter(20, TimeUnit.SECONDS);
    }

    private static PreferRequest.Builder memoryOn(String... hosts) {
        AskPreferences.Builder ask = AskPreferences.newBuilder().setPriority(20);
        for (String host : hosts) {
            ask.addPlaces(PlaceScores.newBuilder()
                    .setPlace(host)
                    .addScores(ScoreCount.newBuilder().setScore(1).setContainers(2)));
        }
        return PreferRequest.newBuilder()
                .setApplication(APPLICATION)
                .setAttempt(1)
                .addAsks(ask);
    }

    private PreferencesReply preferences(long version) {
        return as("rm").preferences(
                        PreferencesRequest.newBuilder().setVersion(version).build());
    }

    @Test
    void aResourceManagerLearnsThemAndTheApplicationLearnsThat() {
        PreferReply said = as("ann").prefer(memoryOn("n1", "n2").build());
        assertThat(said.getLeaseMillis()).isEqualTo(60_000);
        assertThat(said.getKnown()).isFalse();
        assertThat(said.getAsked()).isFalse();

        PreferencesReply heard = preferences(0);
        assertThat(heard.getApplicationsList()).hasSize(1);
        ApplicationPreferences application = heard.getApplications(0);
        assertThat(application.getUser()).isEqualTo("ann");
        assertThat(application.getApplication()).isEqualTo(APPLICATION);
        assertThat(application.getAsks(0).getPriority()).isEqualTo(20);
        assertThat(application.getAsks(0).getPlacesList())
                .containsExactlyInAnyOrderElementsOf(
                        memoryOn("n1", "n2").getAsks(0).getPlacesList());

        assertThat(preferences(heard.getVersion()).getUnchanged()).isTrue();
        assertThat(as("ann").prefer(memoryOn("n1", "n2").build()).getKnown()).isTrue();
        PreferReply others = as("ann").prefer(memoryOn("n1").build());
        assertThat(others.getKnown()).as("others are not known yet").isFalse();
        assertThat(others.getAsked()).isTrue();
        assertThat(preferences(heard.getVersion()).getApplications(0).getAsks(0).getPlacesList())
                .hasSize(1);
    }

    @Test
    void theyGoWhenTheApplicationSaysSoOrIsSilent() {
        as("ann").prefer(memoryOn("n1").build());
        as("ann").prefer(memoryOn().clearAsks().build());
        assertThat(preferences(0).getApplicationsList()).isEmpty();

        assertThat(as("ann").prefer(memoryOn("n1").setLeaseMillis(1).build()).getLeaseMillis())
                .isEqualTo(1);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> preferences(0).getApplicationsList().isEmpty());
    }

    @Test
    void othersMayNotWriteAndNobodyMayWriteNonsense() {
        as("ann").prefer(memoryOn("n1").build());
        assertThatThrownBy(() -> as("bob").prefer(memoryOn("n2").build()))
                .hasMessage("PERMISSION_DENIED: another user has written of " + APPLICATION + " first");
        as("bob").prefer(memoryOn().clearAsks().build());
        assertThat(preferences(0).getApplicationsList()).as("ann's are kept").hasSize(1);
        assertThatThrownBy(() -> as("ann").prefer(memoryOn("n1").setAttempt(0).build()))
                .hasMessageContaining("INVALID_ARGUMENT: attempt: a later one of " + APPLICATION);
        assertThatThrownBy(() -> as("ann").prefer(memoryOn("").build()))
                .hasMessageContaining("INVALID_ARGUMENT: place: expected a host or a rack");
        assertThatThrownBy(
                        () -> as("ann").prefer(memoryOn("n1").clearApplication().build()))
                .hasMessageContaining("INVALID_ARGUMENT: application: expected an id");
        assertThat(preferences(0).getApplicationsList()).hasSize(1);
    }

    @Test
    void bytesOfAMessageAreNotUnderestimated() {
        PreferRequest.Builder request = memoryOn("ö".repeat(255)).setAttempt(Integer.MAX_VALUE);
        request.getAsksBuilder(0)
                .setPriority(-1)
                .setAllocationRequest(Long.MAX_VALUE)
                .getPlacesBuilder(0)
                .addScores(ScoreCount.newBuilder().setScore(20).setContainers(Ask.MOST_CONTAINERS));
        as("ann").prefer(request.build());
        AttemptPreferences same = new AttemptPreferences(
                APPLICATION,
                Integer.MAX_VALUE,
                List.of(new Ask(
                        -1, Long.MAX_VALUE, Map.of("ö".repeat(255), Map.of(1.0, 2, 20.0, Ask.MOST_CONTAINERS)))));
        assertThat(preferences(0).getApplications(0).getSerializedSize())
                .isLessThanOrEqualTo((int) (PreferenceSize.bytes(same) + "ann".length()))
                .isGreaterThan((int) PreferenceSize.bytes(same) * 4 / 5);
    }

    @Test
    void oneApplicationMaySaySoMuch() {
        PreferRequest.Builder large = memoryOn("n1");
        for (int ask = 0; ask < 64; ask++) {
            large.addAsks(large.getAsks(0));
        }
        assertThatThrownBy(() -> as("ann").prefer(large.build()))
                .hasMessage("RESOURCE_EXHAUSTED: preferences: expected at most 64 asks of " + APPLICATION + ", got 65");
        assertThat(preferences(0).getApplicationsList()).isEmpty();
    }
}
