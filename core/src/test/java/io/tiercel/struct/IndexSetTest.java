package io.tiercel.struct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class IndexSetTest {
    @Test
    void isASortedSet() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int bound = 1 + random.nextInt(seed % 2 == 0 ? 70 : 300_000);
            IndexSet set = new IndexSet(bound);
            for (int run = 0; run < 2; run++) {
                TreeSet<Integer> expected = new TreeSet<>();
                set.clear();
                for (int step = 0; step < 300; step++) {
                    if (random.nextInt(3) > 0) {
                        int index = random.nextInt(bound);
                        set.add(index);
                        expected.add(index);
                    } else if (!expected.isEmpty()) {
                        assertThat(set.least()).as("seed " + seed).isEqualTo(expected.first());
                        assertThat(set.pollLeast()).as("seed " + seed).isEqualTo(expected.pollFirst());
                    }
                    assertThat(set.isEmpty()).as("seed " + seed).isEqualTo(expected.isEmpty());
                }
            }
        }
    }
}
