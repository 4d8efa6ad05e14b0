package io.tiercel.struct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongHeapTest {
    @Test
    void isAQueueByTime() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            LongHeap ends = LongHeap.withValues(1);
            PriorityQueue<Double> expected = new PriorityQueue<>();
            double[] times = new double[400];
            for (int task = 0; task < times.length; task++) {
                times[task] = random.nextInt(50) + (random.nextBoolean() ? random.nextDouble() : 0);
                ends.add(times[task], task);
                expected.add(times[task]);
                if (random.nextInt(3) == 0) {
                    assertThat(ends.leastTime()).as("seed " + seed).isEqualTo(expected.peek());
                    assertThat(times[ends.pollValue()]).as("seed " + seed).isEqualTo(expected.remove());
                }
            }
            ends.clear();
            assertThat(ends.leastTime()).isInfinite();
        }
    }
}
