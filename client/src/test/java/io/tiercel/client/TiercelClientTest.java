package io.tiercel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tiercel.client.ResidencyWatch.ResidencyListener;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.Placed;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.RenewRequest;
import io.tiercel.protocol.Residence;
import io.tiercel.protocol.Selection;
import io.tiercel.security.ChannelSecurity;
import io.tiercel.security.Endpoint;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
        return client(port, deadline, Duration.ofMillis(200));
    }

    private TiercelClient client(int port, Duration deadline, Duration retryMost) {
        return new TiercelClient(
                new ClientSettings(
                        List.of(new Endpoint("127.0.0.1", port)),
                        ChannelSecurity.named("alice"),
                        deadline,
                        deadline,
                        retryMost),
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
            Answer<?> answer =
                    hasty.renew(RenewRequest.newBuilder().setJob("job").build()).join();

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

        assertThat(client.renew(RenewRequest.newBuilder().setJob("job").build()).join())
                .isInstanceOf(Answer.Absent.class);
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

    /** The new one knows the job already, by a hint that somebody made under its name. */
    @Test
    void aCoordinatorThatReplacesAnotherIsToldWhatIsStillWanted() {
        coordinator.epoch = 7;
        try (JobSession job = client.job("job")) {
            hint(job, "/wanted");
            coordinator.epoch = 8;
            await().until(() -> coordinator.hints.size() == 2);
            int renewals = coordinator.renewals.size();
            await().until(() -> coordinator.renewals.size() > renewals + 2);
            assertThat(coordinator.hints).as("once").hasSize(2);
        }
    }

    @Test
    void aReleaseThatIsLostIsToldAgainUnlessTheDataIsWantedAnew() {
        try (JobSession job = client.job("job")) {
            hint(job, "/directory/one");
            hint(job, "/directory/two");
            coordinator.loses.set(2);
            List<Selection> one = List.of(TiercelClient.path("/directory/one"));
            assertThat(job.release(one).join()).isInstanceOf(Answer.Absent.class);
            await().until(() -> coordinator.loses.get() == 0 && !coordinator.releases.isEmpty());
            assertThat(coordinator.releases.get(0).getDataList()).isEqualTo(one);

            coordinator.letRenewalsWait(true);
            await().until(() -> coordinator.waiting() > 0);
            coordinator.loses.set(1);
            job.release(List.of(TiercelClient.path("/directory"))).join();
            hint(job, "/directory/two");
            coordinator.letRenewalsWait(false);
            int renewals = coordinator.renewals.size();
            await().until(() -> coordinator.renewals.size() > renewals + 2);
            assertThat(coordinator.releases).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"RESOURCE_EXHAUSTED", "UNAUTHENTICATED"})
    void releasesThatAreRefusedForNowAreToldAgainInTurn(Status.Code refusal) {
        try (JobSession job = client.job("job")) {
            hint(job, "/f");
            coordinator.loss = refusal;
            coordinator.letRenewalsWait(true);
            await().until(() -> coordinator.waiting() > 0);
            coordinator.loses.set(4);
            for (String path : List.of("/one", "/two", "/three")) {
                assertThat(job.release(List.of(TiercelClient.path(path))).join())
                        .isInstanceOf(Answer.Refused.class);
            }
            coordinator.letRenewalsWait(false);

            await().until(() -> coordinator.releases.size() == 3);
            assertThat(coordinator.releases)
                    .as("the first was refused once more, and then waited for the others")
                    .extracting(release -> release.getData(0).getPath())
                    .containsExactly("/two", "/three", "/one");
        }
    }

    @Test
    void aReleaseThatIsMalformedIsNotToldAgain() {
        try (JobSession job = client.job("job")) {
            hint(job, "/f");
            coordinator.loss = Status.Code.INVALID_ARGUMENT;
            coordinator.loses.set(1);
            job.release(List.of(TiercelClient.path("/one"))).join();
            int renewals = coordinator.renewals.size();
            await().until(() -> coordinator.renewals.size() > renewals + 2);
            assertThat(coordinator.releases).isEmpty();
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
            job.read(Map.of(BLOCK, ended - 3_600_000_000_000L)).join();

            assertThat(coordinator.hints).extracting(PrefetchRequest::getHint).containsExactly(1L, 2L);
            assertThat(coordinator.reads).extracting(ReadRequest::getHint).containsExactly(1L, 2L, 0L);
            assertThat(coordinator.reads.get(2).getAgeMicros(0)).isBetween(3_600_000_000L, 3_700_000_000L);
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

    /** A task ends while the coordinator that has restarted looks the hint up again. */
    @Test
    void aReadDuringARepeatedHintIsRepeatedToo() {
        coordinator.block = BLOCK;
        try (JobSession job = client.job("job")) {
            hint(job, "/f");
            coordinator.hintsWait = true;
            coordinator.forget();
            await().until(() -> coordinator.hints.size() == 2 && coordinator.waiting() == 1);
            job.read(List.of(BLOCK)).join();

            coordinator.answerNow();

            await().until(() -> coordinator.reads.size() == 2);
            assertThat(coordinator.reads.get(1).getBlocksList()).containsExactly(BLOCK);
            assertThat(coordinator.reads.get(1).getHint()).isEqualTo(1);
        }
    }

    /** Another session of the same name has ended the job meanwhile, so that the coordinator does not know it. */
    @Test
    void aRenewalThatIsAnsweredAfterTheEndHintsNothingAgain() {
        JobSession job = client.job("job");
        hint(job, "/f");
        coordinator.forgetAndLetRenewalsWait();
        await().until(() -> coordinator.waiting() == 1);
        job.end().join();

        coordinator.answerNow();

        // Calls arrive in order.
        client.release("other", List.of()).join();
        assertThat(coordinator.hints).hasSize(1);
    }

    /** The coordinator may have taken it after the end. */
    @Test
    void whatIsHintedAgainAroundTheEndIsGivenBack() {
        JobSession job = client.job("job");
        hint(job, "/f");
        coordinator.hintsWait = true;
        coordinator.forget();
        await().until(() -> coordinator.hints.size() == 2 && coordinator.waiting() == 1);
        job.end().join();

        coordinator.answerNow();

        await().until(() -> coordinator.releases.size() == 2);
        assertThat(coordinator.releases.get(1).getDataList()).containsExactly(TiercelClient.path("/f"));
    }

    @Test
    void aHintThatWasRefusedIsNotMadeAgain() {
        try (JobSession job = client.job("job")) {
            hint(job, "/wanted");
            coordinator.refuses = true;
            JobSession.Hint refused =
                    job.prefetch(List.of(TiercelClient.path("/much")), Eviction.EVICT_ON_RELEASE, OptionalLong.empty());
            assertThat(refused.answer().join()).isInstanceOf(Answer.Refused.class);
            coordinator.refuses = false;

            coordinator.forget();

            awaitRenewalsAfter(() -> coordinator.hints.size() > 2);
            assertThat(coordinator.hints).extracting(PrefetchRequest::getHint).containsExactly(1L, 2L, 1L);
        }
    }

    @Test
    void aHintThatIsLostIsMadeAgainThoughItsJobIsKnown() {
        try (JobSession job = client.job("job")) {
            hint(job, "/taken");
            coordinator.losesHints.set(1);
            assertThat(job.prefetch(
                                    List.of(TiercelClient.path("/lost")),
                                    Eviction.EVICT_ON_RELEASE,
                                    OptionalLong.empty())
                            .answer()
                            .join())
                    .isInstanceOf(Answer.Absent.class);

            awaitRenewalsAfter(() -> coordinator.hints.size() > 2);
            assertThat(coordinator.hints)
                    .as("once more, and the other not")
                    .extracting(PrefetchRequest::getHint)
                    .containsExactly(1L, 2L, 2L);
        }
    }

    @Test
    void aJobIsRenewedOnceTheCoordinatorAnswersAnotherCall() throws IOException {
        int port = coordinator.port();
        try (TiercelClient patient = client(port, Duration.ofSeconds(20), Duration.ofHours(1));
                JobSession job = patient.job("job")) {
            hint(job, "/f");
            coordinator.close();
            await().until(() -> patient.availability().state() == Availability.State.ABSENT);
            coordinator = new FakeCoordinator(port);
            await().until(() -> patient.status().join().value().isPresent());

            await().until(() -> coordinator.hints.size() == 1);
        }
    }

    @Test
    void dataThatIsKeptTwiceIsAskedForOnceAfterARestart() {
        try (JobSession job = client.job("job")) {
            for (int i = 0; i < 3; i++) {
                job.retain(List.of(TiercelClient.path("/f"))).join();
            }

            coordinator.forget();

            awaitRenewalsAfter(() -> coordinator.retains.size() > 3);
            assertThat(coordinator.retains).hasSize(4);
        }
    }

    /** Calls arrive in order, so all that was to be hinted again has come with the renewal after it. */
    private void awaitRenewalsAfter(Callable<Boolean> condition) {
        await().until(condition);
        int before = coordinator.renewals.size();
        await().until(() -> coordinator.renewals.size() > before);
    }

    @Test
    void ofTwoEqualHintsOnlyTheForgottenOneIsNotMadeAgain() {
        coordinator.block = BLOCK;
        try (JobSession job = client.job("job")) {
            long over = hint(job, "/f");
            long wanted = hint(job, "/f");
            job.forget(over);

            coordinator.forget();

            awaitRenewalsAfter(() -> coordinator.hints.size() > 2);
            assertThat(coordinator.hints).extracting(PrefetchRequest::getHint).containsExactly(over, wanted, wanted);
        }
    }

    /** A job that nobody knows is asked for again much later. A hint in between has a short lease. */
    @Test
    void aShortLeaseIsRenewedInTimeThoughALaterRenewalIsDue() {
        try (TiercelClient patient = client(coordinator.port(), Duration.ofSeconds(20), Duration.ofHours(1));
                JobSession job = patient.job("job")) {
            job.adopt();
            await().until(() -> coordinator.renewals.size() == 1);
            hint(job, "/f");

            await().until(() -> coordinator.renewals.size() > 2);
        }
    }

    @Test
    void renewalsGoOnAfterAnError() {
        AtomicReference<String> fails = new AtomicReference<>("");
        try (TiercelClient failing = failing(fails);
                JobSession job = failing.job("job")) {
            hint(job, "/f");
            fails.set("Renew");
            await().until(() -> fails.get().isEmpty());

            int before = coordinator.renewals.size();
            await().until(() -> coordinator.renewals.size() > before);
            assertThat(seen)
                    .containsExactly(Availability.State.REACHED, Availability.State.ABSENT, Availability.State.REACHED);
        }
    }

    @Test
    void aWatchIsOpenedAgainAfterAnError() {
        AtomicReference<String> fails = new AtomicReference<>("Watch");
        List<Residence> heard = new CopyOnWriteArrayList<>();
        try (TiercelClient failing = failing(fails);
                ResidencyWatch watch = failing.watch("job", heard::addAll)) {
            watch.add(placed(0, 1), () -> {});

            await().until(() -> heard.size() == 1);
            assertThat(fails).hasValue("");
        }
    }

    /** @param method the next call of this method ends with an Error in the thread that makes it */
    private TiercelClient failing(AtomicReference<String> method) {
        ClientInterceptor interceptor = new ClientInterceptor() {
            @Override
            public <Q, R> ClientCall<Q, R> interceptCall(
                    MethodDescriptor<Q, R> called, CallOptions options, Channel next) {
                if (method.get().equals(called.getBareMethodName())
                        && !method.getAndSet("").isEmpty()) {
                    throw new LinkageError("once");
                }
                return next.newCall(called, options);
            }
        };
        return new TiercelClient(
                new ClientSettings(
                        List.of(new Endpoint("127.0.0.1", coordinator.port())),
                        ChannelSecurity.named("alice"),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(20),
                        Duration.ofMillis(200)),
                availability -> seen.add(availability.state()),
                NettyChannelBuilder.forAddress("127.0.0.1", coordinator.port())
                        .usePlaintext()
                        .intercept(interceptor)
                        .build());
    }

    @Test
    void whatAJobHasForgottenIsNotAskedForAgainAndStaysClaimed() {
        try (JobSession job = client.job("job")) {
            long over = hint(job, "/over");
            hint(job, "/wanted");
            job.forget(over);
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
        List<Residence> heard = new CopyOnWriteArrayList<>();
        AtomicInteger lost = new AtomicInteger();
        try (ResidencyWatch watch = client.watch("job", recorder(heard, lost))) {
            addOne(watch, heard);
            replaceCoordinator(lost);

            await().until(() -> heard.size() == 2);
            assertThat(heard.get(1).getHost()).isEqualTo("n1");
            assertThat(lost).hasValue(1);
            assertThat(client.availability().state()).isEqualTo(Availability.State.REACHED);
        }
    }

    @Test
    void aWatchIsOpenedAgainOnceTheCoordinatorAnswersAnotherCall() throws IOException {
        List<Residence> heard = new CopyOnWriteArrayList<>();
        AtomicInteger lost = new AtomicInteger();
        try (TiercelClient patient = client(coordinator.port(), Duration.ofSeconds(20), Duration.ofHours(1));
                ResidencyWatch watch = patient.watch("job", recorder(heard, lost))) {
            addOne(watch, heard);
            replaceCoordinator(lost);
            assertThat(patient.status().join().value()).isPresent();

            await().until(() -> heard.size() == 2);
            assertThat(lost).hasValue(1);
        }
    }

    /** Though other calls are answered meanwhile. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"RESOURCE_EXHAUSTED", "UNAVAILABLE"})
    void aWatchOfWhichOneRequestIsRefusedEachTimeIsOpenedMoreAndMoreSeldom(Status.Code refusal) {
        coordinator.cold = true;
        coordinator.watchTakes = 1;
        coordinator.watchRefusal = refusal;
        try (TiercelClient patient = client(coordinator.port(), Duration.ofSeconds(20), Duration.ofMillis(3_200));
                ResidencyWatch watch = patient.watch("job", events -> {})) {
            watch.add(placed(0, 5_001), () -> {});
            await().pollInterval(Duration.ofMillis(10)).until(() -> {
                patient.status().join();
                return coordinator.streams.size() == 4;
            });
            assertThat(Duration.ofNanos(coordinator.streams.get(3) - coordinator.streams.get(1)))
                    .as("waits of 400 and 800 ms")
                    .isGreaterThanOrEqualTo(Duration.ofMillis(1_190));
        }
    }

    private static ResidencyListener recorder(List<Residence> heard, AtomicInteger lost) {
        return new ResidencyListener() {
            @Override
            public void changed(List<Residence> events) {
                heard.addAll(events);
            }

            @Override
            public void lost() {
                lost.incrementAndGet();
            }
        };
    }

    /** Adds a block and waits for the coordinator's answer. */
    private static void addOne(ResidencyWatch watch, List<Residence> heard) {
        watch.add(List.of(Placed.newBuilder().setBlock(BLOCK).addHosts("n1").build()), () -> {});
        await().until(() -> heard.size() == 1);
    }

    /** Starts another at the same address once the watch has lost the first. */
    private void replaceCoordinator(AtomicInteger lost) throws IOException {
        int port = coordinator.port();
        coordinator.close();
        await().until(() -> lost.get() == 1);
        coordinator = new FakeCoordinator(port);
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

    @Test
    void everyCallbackOfAWatchIsCalled() {
        coordinator.watchAnswers = 1;
        List<String> answered = new CopyOnWriteArrayList<>();
        ResidencyWatch watch = client.watch("job", events -> {});
        watch.add(placed(0, 1), () -> answered.add("first"));
        await().until(() -> answered.size() == 1);
        watch.add(List.of(), () -> answered.add("of nothing"));
        watch.add(placed(1, 1), () -> answered.add("at close"));
        assertThat(answered).containsExactly("first", "of nothing");

        watch.close();
        watch.add(placed(2, 1), () -> answered.add("after close"));

        assertThat(answered).containsExactly("first", "of nothing", "at close", "after close");
    }

    /** Before the coordinator is lost, and after it: nobody would answer until a block is added. */
    @Test
    void aWatchWhoseBlocksAreAllRemovedIsAnsweredWithoutACoordinator() {
        coordinator.watchAnswers = 0;
        List<String> answered = new CopyOnWriteArrayList<>();
        try (ResidencyWatch before = client.watch("job", events -> {});
                ResidencyWatch after = client.watch("job", events -> {})) {
            before.add(placed(0, 1), () -> answered.add("before"));
            before.remove(blocks(placed(0, 1)));
            after.add(placed(1, 2), () -> answered.add("after"));
            await().until(() -> coordinator.waiting() == 2);
            assertThat(answered).isEmpty();

            coordinator.close();
            await().until(() -> answered.equals(List.of("before")));
            after.remove(blocks(placed(1, 1)));
            assertThat(answered).containsExactly("before");
            after.remove(blocks(placed(2, 1)));
            await().until(() -> answered.equals(List.of("before", "after")));
        }
        assertThat(answered).as("called once").hasSize(2);
    }

    private static List<BlockId> blocks(List<Placed> placed) {
        return placed.stream().map(Placed::getBlock).toList();
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
        for (String address : List.of("host:0", "a b:7", "http://h:7", "h\u00fc:7", "a\nb:7", ":7", "h:65536")) {
            assertThatThrownBy(() -> ClientSettings.parse(address, "me"))
                    .hasMessageMatching("coordinator: expected HOST:PORT, got '.*'");
        }
        for (String address : List.of("[::1]:7", "::1:7", "127.0.0.1:7", "a-1.b:7")) {
            new TiercelClient(ClientSettings.parse(address, "me")).close();
        }
    }

    @Test
    void aUserHasAnyNameOfOneLine() {
        assertThatThrownBy(() -> ClientSettings.parse("host:7", "a\nb"))
                .hasMessage("user: expected a name without control characters");
        try (TiercelClient other = new TiercelClient(ClientSettings.parse(coordinator.address(), "j\u00fcrgen"))) {
            other.status().join();
            client.status().join();
        }
        assertThat(coordinator.users).containsExactlyInAnyOrder("j%C3%BCrgen", "alice");
    }

    @Test
    void timesBeyondAllMeasureAreAnnounced() {
        Announcement announced = client.announce(
                        "job", List.of(TiercelClient.path("/a")), Instant.MAX, Duration.ofSeconds(Long.MAX_VALUE))
                .join()
                .value()
                .orElseThrow();

        assertThat(announced.neededBy()).isEqualTo(Instant.MAX);
        assertThat(coordinator.hints).singleElement().satisfies(hint -> {
            assertThat(hint.getNeededInMillis()).isEqualTo(Long.MAX_VALUE);
            assertThat(hint.getLeaseMillis()).isEqualTo(Long.MAX_VALUE);
        });
    }

    private static long hint(JobSession job, String path) {
        JobSession.Hint hint =
                job.prefetch(List.of(TiercelClient.path(path)), Eviction.EVICT_ON_RELEASE, OptionalLong.empty());
        assertThat(hint.answer().join().value()).isPresent();
        return hint.number();
    }
}
