package io.tiercel.hdfs.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.model.BlockId;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsAction;
import org.junit.jupiter.api.Test;

class ReadableBlocksTest {
    private static final long SECOND = 1_000_000_000L;

    private long now;
    private int calls;
    private long callTakes;
    private final ReadableBlocks readable = new ReadableBlocks(
            block -> OptionalLong.of(block), Duration.ofHours(1).toNanos(), () -> now);
    private final CallPace pace = new CallPace(1_000, () -> now);

    /** Lets everybody read everything. */
    private final RawLocalFileSystem files = new RawLocalFileSystem() {
        @Override
        public void access(Path path, FsAction mode) {
            calls++;
            now += callTakes;
        }
    };

    private Set<BlockId> ask(int blocks, BooleanSupplier abandoned) throws Exception {
        List<BlockId> all = LongStream.range(0, blocks)
                .mapToObj(id -> new BlockId("pool", id, 1))
                .toList();
        WalkLimits limits = new WalkLimits(1_000, 1_000, Duration.ofSeconds(10));
        return readable.among(all, "alice", files, new WalkBudget(limits, pace, () -> now, abandoned));
    }

    @Test
    void eachFileIsAskedForOnceAndItsCallIsPaced() throws Exception {
        assertThat(ask(50, () -> false)).hasSize(50);
        assertThat(ask(50, () -> false)).hasSize(50);

        assertThat(calls).isEqualTo(50);
        for (int i = 0; i < 200; i++) {
            assertThat(pace.reserve()).isZero();
        }
        assertThat(pace.reserve()).as("250 calls come at once").isPositive();
    }

    @Test
    void nobodyIsAskedOnceTheCallerHasGone() {
        assertThatThrownBy(() -> ask(50, () -> calls == 3)).isInstanceOf(CancellationException.class);

        assertThat(calls).isEqualTo(3);
    }

    /** A call takes a tenth of a second here. What was heard is kept: the next attempt gets further. */
    @Test
    void itEndsWhenItTakesTooLong() throws Exception {
        callTakes = SECOND / 10;

        assertThatThrownBy(() -> ask(150, () -> false)).hasMessageContaining("tiercel.coordinator.hint.time");
        assertThat(calls).isEqualTo(100);

        assertThat(ask(150, () -> false)).hasSize(150);
    }
}
