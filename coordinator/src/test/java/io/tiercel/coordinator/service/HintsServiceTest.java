package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.stub.StreamObserver;
import io.tiercel.config.ConfigException;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.coordinator.FakeFiles;
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
import io.tiercel.protocol.PrefetchRequest;
import io.tiercel.protocol.ReadReply;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.Selection;
import io.tiercel.security.CallHeaders;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
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
        HintsService service = new HintsService(state, files, new DetachedHints(() -> 0), Runnable::run);

        assertThat(ticksOf(service, 100)).isEqualTo(ticksOf(service, 1));
        assertThat(replies).hasSize(2);
    }

    /** The first of two files is taken, the second is too large. The first was read while the file system was asked. */
    @Test
    void aReadCountsThoughItsHintIsRefusedInTheMiddle() throws ConfigException {
        FakeFiles files = new FakeFiles();
        CoordinatorState state = state(Map.of("tiercel.coordinator.blocks.most", "1000"));
        HintsService service = new HintsService(state, files, new DetachedHints(() -> 0), Runnable::run);
        ResolvedFile small = files.write("/small", 1, 1 << 20, "n1");
        files.write("/large", 1_001, 1 << 20, "n1");
        files.meanwhile = () -> asAlice(() -> service.read(
                ReadRequest.newBuilder()
                        .setJob("job")
                        .addBlocks(Translation.block(small.blocks().get(0).id()))
                        .build(),
                new Replies<>(replies::add)));
        List<Throwable> refused = new ArrayList<>();

        asAlice(() -> service.prefetch(
                PrefetchRequest.newBuilder()
                        .setJob("job")
                        .setEviction(Eviction.EVICT_AFTER_READ)
                        .addData(Selection.newBuilder().setPath("/small"))
                        .addData(Selection.newBuilder().setPath("/large"))
                        .build(),
                new Replies<>(refused)));

        assertThat(refused).hasSize(1);
        assertThat(state.status().getJobsList())
                .allSatisfy(job -> assertThat(job.getBlocks().getWanted()).isZero());
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
        new CallerIdentity(new SimpleAuthenticator(), 100, new CoordinatorCounters())
                .interceptCall(null, headers, (nobody, same) -> {
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
