package io.tiercel.struct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlotTimesTest {
    /** Few lengths, which keep to the lanes, and as many as there are tasks, which do not; slots that are busy at first. */
    @Test
    void isAQueueByTime() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int slots = 1 + random.nextInt(70);
            int lengths = random.nextBoolean() ? 1 + random.nextInt(5) : 1_000;
            SlotTimes times = new SlotTimes(slots);
            for (int run = 0; run < 2; run++) {
                PriorityQueue<Double> expected = new PriorityQueue<>();
                times.clear();
                for (int s = 0; s < slots; s++) {
                    double freeAt = random.nextInt(3) == 0 ? 10 * random.nextDouble() : 0;
                    times.add(freeAt);
                    expected.add(freeAt);
                }
                for (int task = 0; task < 500; task++) {
                    double start = times.poll();
                    assertThat(start).as("seed " + seed + " task " + task).isEqualTo(expected.remove());
                    double end = start + 0.7 * random.nextInt(lengths);
                    times.add(end);
                    expected.add(end);
                }
            }
        }
    }
}
