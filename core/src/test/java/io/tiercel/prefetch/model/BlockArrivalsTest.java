package io.tiercel.prefetch.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class BlockArrivalsTest {
    /** Times all alike, of few values, evenly spread, and huddled together; between them blocks that are there or do not come. */
    @Test
    void areInOrderOfTime() {
        for (long seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            int size = random.nextInt(seed % 2 == 0 ? 50 : 2_000);
            BlockArrivals arrivals = new BlockArrivals(size);
            for (int run = 0; run < 2; run++) {
                DoubleSupplier kind =
                        switch (random.nextInt(4)) {
                            case 0 -> () -> 3;
                            case 1 -> () -> 1 + random.nextInt(4);
                            case 2 -> random::nextDouble;
                            default -> () -> random.nextInt(100) == 0 ? 1e12 : random.nextDouble();
                        };
                double[] readyAt = new double[size];
                Arrays.setAll(readyAt, b -> switch (random.nextInt(6)) {
                    case 0 -> 0;
                    case 1 -> Double.POSITIVE_INFINITY;
                    default -> kind.getAsDouble();
                });
                verify("seed " + seed, arrivals, readyAt);
            }
        }
    }

    private static void verify(String seed, BlockArrivals arrivals, double[] readyAt) {
        arrivals.fill(readyAt);
        double[] times = new double[arrivals.size()];
        Arrays.setAll(times, arrivals::at);
        assertThat(times)
                .as(seed)
                .isEqualTo(DoubleStream.of(readyAt)
                        .filter(at -> at > 0 && at < Double.POSITIVE_INFINITY)
                        .sorted()
                        .toArray());
        boolean[] seen = new boolean[readyAt.length];
        for (int i = 0; i < arrivals.size(); i++) {
            assertThat(readyAt[arrivals.block(i)]).as(seed).isEqualTo(times[i]);
            assertThat(seen[arrivals.block(i)]).as(seed + ": twice").isFalse();
            seen[arrivals.block(i)] = true;
        }
    }
}
