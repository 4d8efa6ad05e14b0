package io.tiercel.cachefs.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageBuffersTest {
    private static final int MIB = 1 << 20;

    private final PageBuffers buffers = new PageBuffers(32 * MIB);

    @Test
    void aBufferIsUsedAgainAfterItWasGivenBackAndNotBefore() {
        ByteBuffer one = buffers.take(MIB);
        ByteBuffer other = buffers.take(MIB);
        assertThat(other).isNotSameAs(one);
        one.position(5).limit(7);
        buffers.giveBack(one);

        ByteBuffer again = buffers.take(MIB - 100);
        assertThat(again).isSameAs(one);
        assertThat(again.remaining()).isEqualTo(MIB);
        buffers.giveBack(again);
        buffers.giveBack(other);
    }

    @Test
    void beyondTheLimitBuffersAreOnTheHeapAndNotKept() {
        List<ByteBuffer> taken = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            taken.add(buffers.take(MIB));
        }
        assertThat(taken).filteredOn(ByteBuffer::isDirect).hasSize(32);
        ByteBuffer onHeap = taken.get(39);
        assertThat(onHeap.isDirect()).isFalse();
        buffers.giveBack(onHeap);
        assertThat(buffers.take(MIB)).isNotSameAs(onHeap);

        taken.forEach(buffers::giveBack);
        ByteBuffer kept = buffers.take(MIB);
        assertThat(kept.isDirect()).isTrue();
        buffers.giveBack(kept);
    }

    @Test
    void theCapacityIsEnough() {
        for (int bytes : new int[] {1, 65_536, 65_537, MIB, MIB + 1, 100 * MIB, Integer.MAX_VALUE / 64}) {
            ByteBuffer buffer = buffers.take(bytes);
            assertThat(buffer.remaining()).isGreaterThanOrEqualTo(bytes);
            buffers.giveBack(buffer);
        }
    }
}
