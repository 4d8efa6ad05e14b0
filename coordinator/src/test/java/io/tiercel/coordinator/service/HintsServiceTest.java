package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.coordinator.FakeFiles;
import io.tiercel.coordinator.identity.Permissions;
import io.tiercel.coordinator.identity.SimpleAuthenticator;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.state.CoordinatorCounters;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.CoordinatorState.Terms;
import io.tiercel.coordinator.state.Translation;
import io.tiercel.coordinator.store.DetachedHints;
import io.tiercel.hdfs.resolve.Resolution.ResolvedFile;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.migrate.ledger.JobId;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.Eviction;
import io.tiercel.protocol.HintsGrpc;
import io.tiercel.protocol.PrefetchReply;
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.Range;
import io.tiercel.protocol.ReadReply;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.ReleaseRequest;
import io.tiercel.protocol.RetainRequest;
import io.tiercel.protocol.Selection;
import io.tiercel.protocol.SkipReason;
import io.tiercel.security.CallHeaders;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HintsServiceTest {
    private final AtomicLong ticks = new AtomicLong();
    private final List<ReadReply> replies = new ArrayList<>();

    /** The state looks at its clock once under its lock for each call. */
    @Test
    void readsOfManyAgesTakeTheLockOnce() throws Exception {
        FakeFiles files = new FakeFiles();
        CoordinatorState state = state(Map.of());
        state.hint(
                new JobId("alice", "job"),
                List.of(files.write("/f", 1, 1 << 20, "n1")),
                new Terms(EvictionMode.EXPLICIT, OptionalLong.empty(), OptionalLong.empty(), HintMark.NONE));
        HintsService service =
                new HintsService(state, files, new DetachedHints(() -> 0), new FairCalls(Runnable::run, 8, 8));

        assertThat(ticksOf(service, 100)).isEqualTo(ticksOf(service, 1));
        assertThat(replies).hasSize(2);
        assertThat(ticksOf(service, 1_000)).as("others have their turn").isEqualTo(ticksOf(service, 1) + 3);
    }

    /** A hint that is made during a release, and a release during a hint, at each moment at which the state asks for the time. */
    @Test
    void aHintOutlivesTheCoordinatorIfItIsNotReleased() throws ConfigException {
        PrefetchRequest hint = hint("/f").toBuilder().setEstimate(true).build();
        ReleaseRequest release = ReleaseRequest.newBuilder().setJob("job").build();
        for (boolean isHintFirst : new boolean[] {true, false}) {
            int moments = 0;
            boolean isOver = false;
            for (int moment = 1; !isOver; moment++) {
                DetachedHints detached = new DetachedHints(() -> 0);
                FakeFiles files = new FakeFiles();
                files.write("/f", 300, 1 << 20, "n1");
                AtomicInteger left = new AtomicInteger();
                AtomicReference<Runnable> other = new AtomicReference<>();
                CoordinatorState state = new CoordinatorState(
                        CoordinatorSettings.read(Map.of()).state(),
                        new Clock(
                                () -> {
                                    if (left.decrementAndGet() == 0) {
                                        other.get().run();
                                    }
                                    return ticks.incrementAndGet();
                                },
                                InstantSource.system()),
                        1);
                HintsService service = new HintsService(state, files, detached, new FairCalls(Runnable::run, 8, 8));
                Runnable hints = () -> service.prefetch(hint, new Replies<>(reply -> {}, new ArrayList<>()));
                Runnable releases = () -> service.release(release, new Replies<>(reply -> {}));
                asAlice(hints);
                other.set(isHintFirst ? releases : hints);
                left.set(moment);
                asAlice(isHintFirst ? hints : releases);
                isOver = left.getAndSet(0) > 0;
                moments = moment;

                assertThat(detached.takeChanges().orElseThrow().getHintsCount())
                        .as("kept, if %s was first, at moment %s", isHintFirst ? "the hint" : "the release", moment)
                        .isEqualTo(state.status().getJobsCount());
            }
            assertThat(moments).isGreaterThan(3);
        }
    }

    @Test
    void aReadOfTooManyBlocksIsRefused() throws ConfigException {
        HintsService service = new HintsService(
                state(Map.of()), new FakeFiles(), new DetachedHints(() -> 0), new FairCalls(Runnable::run, 8, 8));
        ReadRequest most = ReadRequest.newBuilder()
                .setJob("job")
                .addAllBlocks(Collections.nCopies(999_999, BlockId.getDefaultInstance()))
                .addBegun(BlockId.getDefaultInstance())
                .build();
        List<Throwable> refused = new ArrayList<>();

        asAlice(() -> service.read(most, new Replies<>(replies::add)));
        asAlice(() -> service.read(
                most.toBuilder().addBegun(BlockId.getDefaultInstance()).build(), new Replies<>(refused)));

        assertThat(replies).hasSize(1);
        assertThat(refused).singleElement().satisfies(error -> assertThat(error)
                .hasMessage("RESOURCE_EXHAUSTED: a request may name at most 1000000 blocks, got 1000001; "
                        + "name less at a time"));
    }

    @Test
    void aRequestOfTooManyPathsIsRefused() throws ConfigException {
        HintsService service = new HintsService(
                state(Map.of()), new FakeFiles(), new DetachedHints(() -> 0), new FairCalls(Runnable::run, 8, 8));
        Selection one = Selection.newBuilder().setPath("/f").build();
        List<Throwable> refused = new ArrayList<>();

        asAlice(() -> service.release(
                ReleaseRequest.newBuilder()
                        .setJob("job")
                        .addAllData(Collections.nCopies(100_001, one))
                        .build(),
                new Replies<>(refused)));
        asAlice(() -> service.prefetch(
                PrefetchRequest.newBuilder()
                        .setJob("job")
                        .addData(one.toBuilder()
                                .addAllRanges(Collections.nCopies(
                                        1_000_001,
                                        Range.newBuilder().setLength(1).build())))
                        .build(),
                new Replies<>(refused)));

        assertThat(refused)
                .extracting(Throwable::getMessage)
                .containsExactly(
                        "RESOURCE_EXHAUSTED: a request may name at most 100000 paths, got 100001; name less at a time",
                        "RESOURCE_EXHAUSTED: a request may name at most 1000000 ranges of files, got 1000001; "
                                + "name less at a time");
    }

    /** It would take heap while it waits for its turn. */
    @Test
    void aRequestOfTooManyPathsDoesNotWait() throws ConfigException {
        List<Runnable> waiting = new ArrayList<>();
        HintsService service = new HintsService(
                state(Map.of()), new FakeFiles(), new DetachedHints(() -> 0), new FairCalls(waiting::add, 8, 8));
        List<Selection> many = Collections.nCopies(
                100_001, Selection.newBuilder().setPath("/f").build());
        List<Throwable> refused = new ArrayList<>();

        asAlice(() -> service.prefetch(
                PrefetchRequest.newBuilder().setJob("job").addAllData(many).build(), new Replies<>(refused)));
        asAlice(() -> service.retain(
                RetainRequest.newBuilder().setJob("job").addAllData(many).build(), new Replies<>(refused)));

        assertThat(waiting).isEmpty();
        assertThat(refused).hasSize(2).allSatisfy(error -> assertThat(error)
                .hasMessageContaining("at most 100000 paths"));
    }

    /** The first of two files is taken, the second is too large. The first was read while the file system was asked. */
    @Test
    void aReadCountsThoughItsHintIsCutInTheMiddle() throws ConfigException {
        FakeFiles files = new FakeFiles();
        CoordinatorState state = state(Map.of("tiercel.coordinator.blocks.most", "1000"));
        HintsService service =
                new HintsService(state, files, new DetachedHints(() -> 0), new FairCalls(Runnable::run, 8, 8));
        ResolvedFile small = files.write("/small", 1, 1 << 20, "n1");
        files.write("/large", 1_001, 1 << 20, "n1");
        files.meanwhile = () -> asAlice(() -> service.read(
                ReadRequest.newBuilder()
                        .setJob("job")
                        .addBlocks(Translation.block(small.blocks().get(0).id()))
                        .build(),
                new Replies<>(replies::add)));

        PrefetchReply reply = prefetched(service, "/small", "/large");

        assertThat(reply.getBlocksCount()).isEqualTo(1);
        assertThat(reply.getSkippedList()).singleElement().satisfies(cut -> {
            assertThat(cut.getReason()).isEqualTo(SkipReason.LIMIT_REACHED);
            assertThat(cut.getPath()).isEqualTo("/large");
            assertThat(cut.getText()).contains("only a part", "1 blocks", "tiercel.coordinator.blocks.most");
        });
        assertThat(state.status().getJobsList())
                .allSatisfy(job -> assertThat(job.getBlocks().getWanted()).isZero());
    }

    @Test
    void aHintOfWhichNothingIsTakenIsRefused() throws ConfigException {
        FakeFiles files = new FakeFiles();
        CoordinatorState state = state(Map.of("tiercel.coordinator.blocks.most", "1000"));
        HintsService service =
                new HintsService(state, files, new DetachedHints(() -> 0), new FairCalls(Runnable::run, 8, 8));
        files.write("/large", 1_001, 1 << 20, "n1");
        List<Throwable> refused = new ArrayList<>();

        asAlice(() -> service.prefetch(hint("/large"), new Replies<>(refused)));

        assertThat(refused).singleElement().satisfies(error -> assertThat(error)
                .hasMessageContaining("RESOURCE_EXHAUSTED")
                .hasMessageContaining("tiercel.coordinator.blocks.most"));
        assertThat(state.status().getJobsList()).isEmpty();
        assertThat(state.blocks()).isZero();
    }

    /** The answer names the path of each block: 1 MB for a file, so that a few make it too large. */
    @Test
    void anAnswerThatBecomesTooLargeIsCut() throws ConfigException {
        FakeFiles files = new FakeFiles();
        HintsService service = new HintsService(
                state(Map.of()), files, new DetachedHints(() -> 0), new FairCalls(Runnable::run, 8, 8));
        String[] paths = LongStream.range(0, 60)
                .mapToObj(number -> "/" + number + "x".repeat(7_900))
                .toArray(String[]::new);
        for (String path : paths) {
            files.write(path, 135, 1 << 20, "n1");
        }

        PrefetchReply reply = prefetched(service, paths);

        assertThat(reply.getSerializedSize()).isBetween(45 << 20, 64 << 20);
        assertThat(reply.getSkipped(reply.getSkippedCount() - 1)).satisfies(cut -> {
            assertThat(cut.getReason()).isEqualTo(SkipReason.LIMIT_REACHED);
            assertThat(cut.getText()).contains("more than 48 MiB");
        });
    }

    /** Its client would drop a hint that is refused, though the job has the blocks. */
    @Test
    void aHintWhoseAnswerDoesNotFitIsAnsweredWithoutItsBlocks() throws ConfigException {
        FakeFiles files = new FakeFiles();
        CoordinatorState state = state(Map.of());
        HintsService service =
                new HintsService(state, files, new DetachedHints(() -> 0), new FairCalls(Runnable::run, 8, 8));
        files.write("/f", 3, 1 << 20, "n1");
        List<PrefetchReply> sent = new ArrayList<>();

        asAlice(() -> service.prefetch(hint("/f"), new Replies<>(reply -> {
            if (reply.getBlocksCount() > 0) {
                throw Status.RESOURCE_EXHAUSTED.asRuntimeException();
            }
            sent.add(reply);
        })));

        assertThat(sent).singleElement().satisfies(reply -> {
            assertThat(reply.getLeaseMillis()).isPositive();
            assertThat(reply.getSkippedList()).singleElement().satisfies(skip -> {
                assertThat(skip.getPath()).isEqualTo("/f");
                assertThat(skip.getReason()).isEqualTo(SkipReason.LIMIT_REACHED);
                assertThat(skip.getText()).contains("3 blocks are hinted");
                assertThat(skip.getTemporary())
                        .as("the client hints again, until it knows the blocks")
                        .isTrue();
            });
        });
        assertThat(state.status().getJobs(0).getBlocks().getWanted()).isEqualTo(3);
    }

    /** The caller goes while the first file is looked up: the second is not. */
    @Test
    void aHintEndsWithItsCaller() throws ConfigException {
        FakeFiles files = new FakeFiles();
        CoordinatorState state = state(Map.of());
        HintsService service =
                new HintsService(state, files, new DetachedHints(() -> 0), new FairCalls(Runnable::run, 8, 8));
        files.write("/f", 1, 1 << 20, "n1");
        Context.CancellableContext caller = Context.current().withCancellation();
        files.meanwhile = () -> caller.cancel(null);
        List<Throwable> refused = new ArrayList<>();

        caller.run(() -> asAlice(() -> service.prefetch(hint("/f"), new Replies<>(refused))));

        assertThat(refused).singleElement().satisfies(error -> assertThat(error).hasMessageContaining("CANCELLED"));
        assertThat(state.blocks()).isZero();
    }

    private static PrefetchRequest hint(String... paths) {
        PrefetchRequest.Builder request =
                PrefetchRequest.newBuilder().setJob("job").setEviction(Eviction.EVICT_AFTER_READ);
        for (String path : paths) {
            request.addData(Selection.newBuilder().setPath(path));
        }
        return request.build();
    }

    private static PrefetchReply prefetched(HintsService service, String... paths) {
        List<PrefetchReply> replies = new ArrayList<>();
        asAlice(() -> service.prefetch(hint(paths), new Replies<>(replies::add)));
        return replies.get(0);
    }

    private CoordinatorState state(Map<String, String> settings) throws ConfigException {
        return new CoordinatorState(
                CoordinatorSettings.read(settings).state(),
                new Clock(ticks::incrementAndGet, InstantSource.system()),
                1);
    }

    private long ticksOf(HintsService service, int ages) {
        ReadRequest.Builder read = ReadRequest.newBuilder().setJob("job");
        LongStream.range(0, ages)
                .forEach(age ->
                        read.addBlocks(BlockId.newBuilder().setBlock(age)).addAgeMicros(age));
        long before = ticks.get();
        asAlice(() -> service.read(read.build(), new Replies<>(replies::add)));
        return ticks.get() - before;
    }

    private static void asAlice(Runnable call) {
        Metadata headers = new Metadata();
        headers.put(CallHeaders.USER, "alice");
        new CallerIdentity(new SimpleAuthenticator(), Permissions.everything(), 100, new CoordinatorCounters())
                .interceptCall(new FakeCall<>(HintsGrpc.getPrefetchMethod()), headers, (nobody, same) -> {
                    call.run();
                    return new ServerCall.Listener<>() {};
                });
    }

    private record Replies<T>(Consumer<T> taken, List<Throwable> errors) implements StreamObserver<T> {
        /** Errors fail the test. */
        Replies(Consumer<T> taken) {
            this(taken, List.of());
        }

        /** An error is expected, and no reply. */
        Replies(List<Throwable> errors) {
            this(
                    reply -> {
                        throw new AssertionError(reply);
                    },
                    errors);
        }

        @Override
        public void onNext(T reply) {
            taken.accept(reply);
        }

        @Override
        public void onError(Throwable e) {
            errors.add(e);
        }

        @Override
        public void onCompleted() {}
    }
}
