package io.tiercel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.Residence;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TiercelClientTest {
    private static final BlockId BLOCK =
            BlockId.newBuilder().setPool("pool").setBlock(1).setGeneration(1).build();

    private final List<Availability.State> seen = new CopyOnWriteArrayList<>();
    private FakeCoordinator coordinator;
    private TiercelClient client;

    @BeforeEach
    void start() throws IOException {
        coordinator = new FakeCoordinator();
        client = client(coordinator.port(), Duration.ofSeconds(20));
    }

    @AfterEach
    void stop() {
        client.close();
        coordinator.close();
    }

    private TiercelClient client(int port, Duration deadline) {
        return new TiercelClient(
                new ClientSettings("127.0.0.1", port, "alice", deadline, deadline, Duration.ofMillis(200)),
                availability -> seen.add(availability.state()));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void anAbsentCoordinatorIsAnAnswerAndNoException() throws IOException {
        int port = freePort();
        try (TiercelClient lonely = client(port, Duration.ofSeconds(20))) {
            Answer<?> answer = lonely.prefetch(
                            PrefetchRequest.newBuilder().setJob("job").build())
                    .join();

            assertThat(answer).isInstanceOf(Answer.Absent.class);
            assertThat(answer.why())
                    .startsWith("the coordinator at 127.0.0.1:" + port + " cannot be reached: ")
                    .doesNotContain("\n");
            assertThat(lonely.availability().state()).isEqualTo(Availability.State.ABSENT);
            assertThat(lonely.status().join().value()).isEmpty();
            assertThat(lonely.follow("job", each -> {}).join()).isInstanceOf(Answer.Absent.class);
            assertThat(seen).containsExactly(Availability.State.ABSENT);
        }
    }

    @Test
    void aCoordinatorThatDoesNotAnswerIsGivenUpAfterTheDeadline() {
        coordinator.silent = true;
        try (TiercelClient hasty = client(coordinator.port(), Duration.ofMillis(300))) {
            Answer<?> answer = hasty.renew("job").join();

            assertThat(answer.why())
                    .isEqualTo("the coordinator at 127.0.0.1:" + coordinator.port() + " did not answer in time");
        }
    }

    @Test
    void aJobToComeIsAnnouncedWithItsTime() {
        Instant needed = Instant.now().plus(Duration.ofHours(8));

        Announcement announced = client.announce(
                        "nightly", List.of(TiercelClient.path("/a")), needed, Duration.ofHours(9))
                .join()
                .value()
                .orElseThrow();

        assertThat(announced.neededBy()).isEqualTo(needed);
        assertThat(announced.stuck().blocks())
                .as("this coordinator gives no estimate")
                .isEqualTo(1);
        assertThat(coordinator.hints).singleElement().satisfies(hint -> {
            assertThat(hint.getNeededInMillis())
                    .isBetween(
                            Duration.ofHours(7).toMillis(), Duration.ofHours(8).toMillis());
            assertThat(hint.toBuilder().clearNeededInMillis().build())
                    .isEqualTo(PrefetchRequest.newBuilder()
                            .setJob("nightly")
                            .addData(TiercelClient.path("/a"))
                            .setLeaseMillis(Duration.ofHours(9).toMillis())
                            .setEstimate(true)
                            .build());
        });
        assertThat(client.announce("", List.of(), needed, Duration.ofHours(1)).join())
                .isEqualTo(new Answer.Refused<>(Answer.Reason.MALFORMED, "job: expected a name"));
    }

    @Test
    void aRefusalSaysWhy() {
        Answer<?> answer = client.prefetch(PrefetchRequest.getDefaultInstance()).join();

        assertThat(answer).isEqualTo(new Answer.Refused<>(Answer.Reason.MALFORMED, "job: expected a name"));
        assertThat(client.availability().state()).isEqualTo(Availability.State.REACHED);
    }

    @Test
    void aClosedClientAnswersToo() {
        client.close();

        assertThat(client.renew("job").join()).isInstanceOf(Answer.Absent.class);
    }

    @Test
    void aJobsLeaseIsRenewedUntilItIsClosed() {
        JobSession job = client.job("job");
        hint(job, "/f");
        await().until(() -> coordinator.renewals.size() >= 3);

        job.close();

        await().until(() -> coordinator.releases.size() == 1);
        assertThat(coordinator.hints).hasSize(1);
    }

    @Test
    void anAdoptedJobIsRenewedUnderTheDefaultLeaseThoughNothingWasHintedHere() {
        try (JobSession job = client.job("hinted before")) {
            job.adopt();
            job.adopt();

            await().until(() -> coordinator.renewals.size() >= 3);
            assertThat(coordinator.renewals)
                    .allMatch(renewal -> renewal.hasLeaseMillis() && renewal.getLeaseMillis() == 0);
            assertThat(coordinator.hints).isEmpty();

            assertThat(job.end().join()).isInstanceOf(Answer.Given.class);
        }
        assertThat(coordinator.releases).as("ended once").hasSize(1);
    }

    @Test
    void aCoordinatorThatHasForgottenAJobIsToldAgainWhatIsStillWanted() {
        coordinator.block = BLOCK;
        try (JobSession job = client.job("job")) {
            hint(job, "/wanted");
            hint(job, "/done");
            job.release(List.of(TiercelClient.path("/done"))).join();
            job.read(List.of(BLOCK)).join();

            coordinator.forget();

            await().until(() -> coordinator.hints.size() == 3 && coordinator.reads.size() == 2);
            assertThat(coordinator.hints.get(2).getData(0).getPath()).isEqualTo("/wanted");
            assertThat(coordinator.reads.get(1).getBlocksList()).containsExactly(BLOCK);
        }
    }

    /** A task of the first run ends, the job hints the block anew, and only then is the read reported. */
    @Test
    void aLateReadSaysThatItCameBeforeTheNextHint() {
        coordinator.block = BLOCK;
        try (JobSession job = client.job("job")) {
            hint(job, "/f");
            long ended = System.nanoTime();
            hint(job, "/f");

            job.read(Map.of(BLOCK, ended)).join();
            job.read(List.of(BLOCK)).join();

            assertThat(coordinator.hints).extracting(PrefetchRequest::getHint).containsExactly(1L, 2L);
            assertThat(coordinator.reads).extracting(ReadRequest::getHint).containsExactly(1L, 2L);
            assertThat(coordinator.reads)
                    .extracting(ReadRequest::getSession)
                    .containsOnly(coordinator.hints.get(0).getSession())
                    .doesNotContain(0L);
        }
    }

    /** As in a server that always has some hint open: what it reads of other files is no part of any hint. */
    @Test
    void onlyReadsOfWhatIsStillWantedAreRepeated() {
        coordinator.block = BLOCK;
        try (JobSession job = client.job("job")) {
            hint(job, "/wanted");
            for (int id = 2; id < 100; id++) {
                job.read(List.of(BLOCK.toBuilder().setBlock(id).build())).join();
            }
            int before = coordinator.reads.size();
            job.read(List.of(BLOCK)).join();

            coordinator.forget();

            await().until(() -> coordinator.hints.size() == 2 && coordinator.reads.size() == before + 2);
            assertThat(coordinator.reads.get(before + 1).getBlocksList()).containsExactly(BLOCK);
        }
    }

    /** Reads that are repeated after a restart are older than what was hinted since. */
    @Test
    void repeatedReadsEndNoNewerHint() {
        coordinator.block = BLOCK;
        try (JobSession job = client.job("job")) {
            hint(job, "/f");
            job.read(List.of(BLOCK)).join();
            hint(job, "/f");

            coordinator.forget();

            await().until(() -> coordinator.hints.size() == 4 && coordinator.reads.size() == 2);
            assertThat(coordinator.reads.get(1).getHint()).isEqualTo(1);
        }
    }

    @Test
    void whatAJobHasForgottenIsNotAskedForAgainAndStaysClaimed() {
        try (JobSession job = client.job("job")) {
            hint(job, "/over");
            hint(job, "/wanted");
            job.forget(List.of(TiercelClient.path("/over")));
            assertThat(coordinator.releases).isEmpty();

            coordinator.forget();

            await().until(() -> coordinator.hints.size() == 3);
            assertThat(coordinator.hints.get(2).getData(0).getPath()).isEqualTo("/wanted");
        }
    }

    @Test
    void aJobGoesOnWithACoordinatorThatComesBack() throws IOException {
        int port = coordinator.port();
        try (JobSession job = client.job("job")) {
            hint(job, "/f");
            coordinator.close();
            await().until(() -> client.availability().state() == Availability.State.ABSENT);
            coordinator = new FakeCoordinator(port);

            await().until(() -> coordinator.hints.size() == 1);
            assertThat(seen)
                    .containsExactly(Availability.State.REACHED, Availability.State.ABSENT, Availability.State.REACHED);
        }
    }

    @Test
    void aWatchOutlivesTheCoordinator() throws IOException {
        int port = coordinator.port();
        List<Residence> heard = new CopyOnWriteArrayList<>();
        AtomicInteger lost = new AtomicInteger();
        try (ResidencyWatch watch = client.watch("job", new ResidencyListener() {
            @Override
            public void changed(List<Residence> events) {
                heard.addAll(events);
            }

            @Override
            public void lost() {
                lost.incrementAndGet();
            }
        })) {
            watch.add(List.of(Placed.newBuilder().setBlock(BLOCK).addHosts("n1").build()), () -> {});
            await().until(() -> heard.size() == 1);

            coordinator.close();
            await().until(() -> lost.get() == 1);
            coordinator = new FakeCoordinator(port);

            await().until(() -> heard.size() == 2);
            assertThat(heard.get(1).getHost()).isEqualTo("n1");
            assertThat(lost).hasValue(1);
            assertThat(client.availability().state()).isEqualTo(Availability.State.REACHED);
        }
    }

    /** Blocks go out in requests of 5,000: the answer to the first says nothing about the others, nor about what was added later. */
    @Test
    void blocksAreAnsweredForOnceTheLastOfTheirRequestsIs() {
        coordinator.watchAnswers = 1;
        List<String> answered = new CopyOnWriteArrayList<>();
        AtomicInteger heard = new AtomicInteger();
        try (ResidencyWatch watch = client.watch("job", events -> heard.addAndGet(events.size()))) {
            watch.add(placed(0, 5_001), () -> answered.add("many after " + heard));
            watch.add(placed(6_000, 1), () -> answered.add("one after " + heard));
            await().until(() -> heard.get() == 5_000 && coordinator.waiting() == 2);
            assertThat(answered).isEmpty();

            coordinator.answerNow();

            await().until(() -> answered.size() == 2);
            assertThat(answered).containsExactly("many after 5001", "one after 5002");
        }
    }

    private static List<Placed> placed(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(id -> Placed.newBuilder()
                        .setBlock(BLOCK.toBuilder().setBlock(id))
                        .addHosts("n1")
                        .build())
                .toList();
    }

    @Test
    void anAddressIsHostAndPort() {
        assertThat(ClientSettings.parse("host:7", "me").address()).isEqualTo("host:7");
        assertThatThrownBy(() -> ClientSettings.parse("host", "me"))
                .hasMessage("coordinator: expected HOST:PORT, got 'host'");
        assertThatThrownBy(() -> ClientSettings.parse("host:0", "me")).hasMessageContaining("expected HOST:PORT");
    }

    private static void hint(JobSession job, String path) {
        assertThat(job.prefetch(List.of(TiercelClient.path(path)), Eviction.EVICT_ON_RELEASE, OptionalLong.empty())
                        .join()
                        .value())
                .isPresent();
    }
}
