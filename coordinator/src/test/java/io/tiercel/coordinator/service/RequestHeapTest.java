package io.tiercel.coordinator.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import io.tiercel.protocol.BlockId;
import io.tiercel.protocol.LocateRequest;
import io.tiercel.protocol.Range;
import io.tiercel.protocol.ReadRequest;
import io.tiercel.protocol.Selection;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class RequestHeapTest {
    @Test
    void manyEmptyPartsTakeMoreThanOnTheWire() {
        LocateRequest request = LocateRequest.newBuilder()
                .addData(Selection.newBuilder()
                        .setPath("/f")
                        .addAllRanges(Collections.nCopies(1_000_000, Range.getDefaultInstance())))
                .build();

        assertThat(request.getSerializedSize()).isLessThan(3_000_000);
        assertThat(RequestHeap.bytes(request)).isBetween(50_000_000L, 55_000_000L);
    }

    /** The largest hint that an application may make has room among a user's messages. */
    @Test
    void aHintOfAsManyRangesAsMayBeFits() {
        LocateRequest request = LocateRequest.newBuilder()
                .addData(Selection.newBuilder()
                        .setPath("/f")
                        .addAllRanges(Collections.nCopies(
                                1_000_000,
                                Range.newBuilder()
                                        .setOffset(1L << 40)
                                        .setLength(256 << 20)
                                        .build())))
                .build();

        assertThat(request.getSerializedSize()).isLessThan(16 << 20);
        assertThat(RequestHeap.bytes(request)).isLessThan(64 << 20);
    }

    @Test
    void textsAndNumbersCount() {
        ReadRequest none = ReadRequest.getDefaultInstance();
        ReadRequest request = ReadRequest.newBuilder()
                .addBlocks(BlockId.newBuilder().setPool("p"))
                .addAgeMicros(1)
                .addAgeMicros(1)
                .build();

        assertThat(RequestHeap.bytes(none)).isEqualTo(RequestHeap.OBJECT_BYTES);
        assertThat(RequestHeap.bytes(request))
                .isEqualTo(3 * RequestHeap.OBJECT_BYTES + 2 * 8 + request.getSerializedSize());
    }

    @Test
    void fieldsThatNobodyKnowsCount() {
        UnknownFieldSet unknown = UnknownFieldSet.newBuilder()
                .addField(1_000, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                .build();
        BlockId id = BlockId.newBuilder().setUnknownFields(unknown).build();

        assertThat(RequestHeap.bytes(ReadRequest.newBuilder().addBlocks(id).build()))
                .isGreaterThan(2 * RequestHeap.OBJECT_BYTES + 100);
    }
}
