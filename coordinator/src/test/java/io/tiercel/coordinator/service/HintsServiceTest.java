package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.stub.StreamObserver;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.coordinator.FakeFiles;
import io.tiercel.coordinator.state.Clock;
import io.tiercel.coordinator.state.CoordinatorState;
import io.tiercel.coordinator.state.CoordinatorState.Terms;
import io.tiercel.migrate.ledger.EvictionMode;
import io.tiercel.migrate.ledger.HintMark;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.ReadReply;
import io.tiercel.protocol.ReadRequest;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HintsServiceTest {
    private final AtomicLong ticks = new AtomicLong();
    private final List<ReadReply> replies = new ArrayList<>();

    /** The state looks at its clock once under its lock for each call. */
    @Test
    void readsOfManyAgesTakeTheLockOnce() throws Exception {
        FakeFiles files = new FakeFiles();
        CoordinatorState state = new CoordinatorState(
                CoordinatorSettings.read(Map.of()).state(),
                new Clock(ticks::incrementAndGet, InstantSource.system()),
                1);
        state.hint(
                "alice",
                "job",
                List.of(files.write("/f", 1, 1 << 20, "n1")),
                new Terms(EvictionMode.EXPLICIT, OptionalLong.empty(), OptionalLong.empty(), HintMark.NONE));
        HintsService service = new HintsService(state, files, Runnable::run);

        assertThat(ticksOf(service, 100)).isEqualTo(ticksOf(service, 1));
        assertThat(replies).hasSize(2);
    }

    private long ticksOf(HintsService service, int ages) {
        ReadRequest.Builder read = ReadRequest.newBuilder().setJob("job");
        LongStream.range(0, ages)
                .forEach(age ->
                        read.addBlocks(BlockId.newBuilder().setBlock(age)).addAgeMicros(age));
        long before = ticks.get();
        Metadata headers = new Metadata();
        headers.put(CallerIdentity.USER, "alice");
        new CallerIdentity().interceptCall(null, headers, (call, same) -> {
            service.read(read.build(), new Replies());
            return new ServerCall.Listener<>() {};
        });
        return ticks.get() - before;
    }

    private final class Replies implements StreamObserver<ReadReply> {
        @Override
        public void onNext(ReadReply reply) {
            replies.add(reply);
        }

        @Override
        public void onError(Throwable e) {
            throw new AssertionError(e);
        }

        @Override
        public void onCompleted() {}
    }
}
