package io.tiercel.struct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IndexSortTest {
    /** Keys all alike, of few values, evenly spread, huddled together, and some without an end. */
    @Test
    void isAStableSort() {
        for (long seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            int size = random.nextInt(seed % 2 == 0 ? 50 : 2_000);
            IntToDoubleFunction kind =
                    switch (random.nextInt(5)) {
                        case 0 -> i -> 3;
                        case 1 -> i -> random.nextInt(4);
                        case 2 -> i -> random.nextDouble();
                        case 3 -> i -> i == 0 ? 1e12 : random.nextDouble();
                        default -> i -> random.nextInt(3) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(100);
                    };
            double[] keys = IntStream.range(0, size).mapToDouble(kind).toArray();
            assertThat(IndexSort.by(size, i -> keys[i]))
                    .as("seed " + seed)
                    .isEqualTo(IntStream.range(0, size)
                            .boxed()
                            .sorted(Comparator.comparingDouble(i -> keys[i]))
                            .mapToInt(Integer::intValue)
                            .toArray());
        }
    }
}
