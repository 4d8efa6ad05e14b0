package io.tiercel.struct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TournamentTreeTest {
    @Test
    void knowsTheLeastKeyAndOfEqualOnesTheFirst() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int size = 1 + random.nextInt(70);
            TournamentTree winner = new TournamentTree(size);
            double[] keys = new double[size];
            Arrays.fill(keys, Double.POSITIVE_INFINITY);
            for (int change = 0; change < 200; change++) {
                if (change == 100) {
                    winner.fill(size, 3);
                    Arrays.fill(keys, 3);
                }
                int index = random.nextInt(size);
                keys[index] = random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(6);
                winner.set(index, keys[index]);
                double least = Arrays.stream(keys).min().orElseThrow();
                assertThat(winner.leastKey()).as("seed " + seed).isEqualTo(least);
                if (least < Double.POSITIVE_INFINITY) {
                    int first = 0;
                    while (keys[first] != least) {
                        first++;
                    }
                    assertThat(winner.least()).as("seed " + seed).isEqualTo(first);
                }
            }
        }
    }
}
