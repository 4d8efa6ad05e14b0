package io.tiercel.hdfs.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.resolve.PathSelection.ByteRange;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ByteRangesTest {
    private static ByteRanges of(ByteRange... ranges) {
        return ByteRanges.of(List.of(new PathSelection("/f", List.of(ranges))));
    }

    @Test
    void aBlockTouchesARangeOfWhichItHasAByte() {
        ByteRanges ranges = of(new ByteRange(40, Long.MAX_VALUE), new ByteRange(10, 10));
        assertThat(ranges.touch(0, 10)).isFalse();
        assertThat(ranges.touch(0, 11)).isTrue();
        assertThat(ranges.touch(19, 1)).isTrue();
        assertThat(ranges.touch(20, 20)).isFalse();
        assertThat(ranges.touch(1_000, Long.MAX_VALUE)).isTrue();
    }

    @Test
    void aSelectionWithoutRangesHasAllOfItsFiles() {
        PathSelection part = new PathSelection("/f", List.of(new ByteRange(5, 1)));
        assertThat(ByteRanges.of(List.of(part)).touch(6, 1)).isFalse();
        assertThat(ByteRanges.of(List.of(part, new PathSelection("/f", List.of())))
                        .touch(6, 1))
                .isTrue();
        assertThat(ByteRanges.of(List.of(new PathSelection("/f", List.of()))).touch(0, 0))
                .as("a block without bytes")
                .isTrue();
        assertThat(ByteRanges.of(List.of()).touch(0, 1)).isFalse();
    }

    @Test
    void rangesAnswerAsIfEachWasAsked() {
        Random random = new Random(7);
        for (int world = 0; world < 500; world++) {
            List<PathSelection> selections = IntStream.range(0, 1 + random.nextInt(6))
                    .mapToObj(i ->
                            new PathSelection("/f", List.of(new ByteRange(random.nextInt(30), 1 + random.nextInt(8)))))
                    .toList();
            ByteRanges ranges = ByteRanges.of(selections);
            for (int offset = 0; offset < 40; offset++) {
                for (int bytes = 1; bytes < 5; bytes++) {
                    assertThat(ranges.touch(offset, bytes))
                            .as("%s at %s, %s bytes", selections, offset, bytes)
                            .isEqualTo(isTouched(selections, offset, bytes));
                }
            }
        }
    }

    private static boolean isTouched(List<PathSelection> selections, long offset, long bytes) {
        return selections.stream()
                .flatMap(selection -> selection.ranges().stream())
                .anyMatch(range -> range.offset() < offset + bytes && offset < range.offset() + range.length());
    }

    /** One by one these would be 250,000,000,000 comparisons. */
    @Test
    @Timeout(60)
    void manyRangesTakeNoLongerForABlockThanFew() {
        ByteRanges ranges = of(IntStream.range(0, 250_000)
                .mapToObj(i -> new ByteRange(2L * i, 1))
                .toArray(ByteRange[]::new));
        for (int block = 0; block < 1_000_000; block++) {
            assertThat(ranges.touch(block, 1)).isEqualTo(block < 500_000 && block % 2 == 0);
        }
    }
}
