package io.tiercel.agent.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.agent.Blocks;
import io.tiercel.agent.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class BlockTransferTest {
    private static final int PIECE = BlockTransfer.PIECE;
    private static final int LENGTH = 2 * PIECE + 1_000;

    private final ManualClock clock = new ManualClock();
    private final Migration migration = new Migration(Blocks.order(1, 1));
    private final List<String> locked = new ArrayList<>();

    /** The first piece is all in memory, the others not at all. */
    private final BlockTransfer.Target target = new BlockTransfer.Target() {
        @Override
        public long length() {
            return LENGTH;
        }

        @Override
        public long residentBytes(long offset, long count) {
            return offset == 0 ? count : 0;
        }

        @Override
        public void lock(long offset, long count) {
            locked.add(offset + "+" + count);
        }
    };

    @Test
    void locksPieceByPieceAndChargesTheDeviceForWhatItDelivered() throws IOException {
        InputStream slow = new ByteArrayInputStream(new byte[LENGTH]) {
            @Override
            public int read(byte[] buffer, int offset, int length) {
                clock.advance(Duration.ofMillis(1));
                return super.read(buffer, offset, Math.min(length, 100_000));
            }
        };
        BlockTransfer.Measured measured = new BlockTransfer(clock).run(slow, target, migration);
        assertThat(locked).containsExactly("0+" + PIECE, PIECE + "+" + PIECE, 2 * PIECE + "+1000");
        assertThat(measured.foundBytes()).isEqualTo(PIECE);
        assertThat(measured.deviceBytes()).isEqualTo(PIECE + 1_000);
        assertThat(measured.deviceNanos()).isEqualTo(Duration.ofMillis(43).toNanos());
    }

    @Test
    void saysOnceWhenLittleTimeIsLeft() throws IOException {
        List<Integer> left = new ArrayList<>();
        InputStream slow = new ByteArrayInputStream(new byte[LENGTH]) {
            @Override
            public int read(byte[] buffer, int offset, int length) {
                clock.advance(Duration.ofMillis(100));
                return super.read(buffer, offset, Math.min(length, 1 << 18));
            }
        };
        migration.whenNearlyDone(() -> left.add(((ByteArrayInputStream) slow).available()));

        new BlockTransfer(clock).run(slow, target, migration);

        // Each quarter of a MiB takes 100 ms, and an order 200 ms.
        assertThat(left).singleElement().satisfies(bytes -> assertThat(bytes).isBetween(1 << 18, 1 << 19));
    }

    @Test
    void endsAtOnceWhenCalledOff() {
        InputStream in = new ByteArrayInputStream(new byte[LENGTH]) {
            @Override
            public int read(byte[] buffer, int offset, int length) {
                migration.callOff();
                return super.read(buffer, offset, length);
            }
        };
        assertThatThrownBy(() -> new BlockTransfer(clock).run(in, target, migration))
                .isInstanceOf(CancellationException.class);
        assertThat(locked).isEmpty();
        assertThat(((ByteArrayInputStream) in).available()).isEqualTo(LENGTH - (256 << 10));
    }

    @Test
    void aReplicaThatEndsEarlyIsNotDone() {
        InputStream in = new ByteArrayInputStream(new byte[LENGTH - 1]);
        assertThatThrownBy(() -> new BlockTransfer(clock).run(in, target, migration))
                .isInstanceOf(EOFException.class)
                .hasMessage("the replica ended 1 bytes early");
    }
}
