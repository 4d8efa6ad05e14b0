package io.tiercel.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Random changes of keys, against a map that is searched as a whole. */
final class TournamentPropertyTest {
    private static final int HISTORIES = 300;
    private static final int STEPS = 200;

    @Test
    void theFirstIsTheLeastKeyAndOfEqualsTheLowestNumber() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Tournament tournament = new Tournament();
            Map<Integer, Long> keys = new TreeMap<>();
            int players = 1 + random.nextInt(100);
            for (int step = 0; step < STEPS; step++) {
                int number = random.nextInt(players);
                if (random.nextInt(4) == 0) {
                    tournament.set(number, Tournament.ABSENT);
                    keys.remove(number);
                } else {
                    long key = random.nextLong(10);
                    tournament.set(number, key);
                    keys.put(number, key);
                }
                int divisor = 1 + random.nextInt(4);
                assertThat(tournament.first()).as("seed %d", seed).isEqualTo(least(keys, each -> true));
                assertThat(tournament.first(each -> each % divisor == 0))
                        .as("seed %d, divisor %d", seed, divisor)
                        .isEqualTo(least(keys, each -> each % divisor == 0));
            }
        }
    }

    /** The map is in the order of numbers, and the first of equals stays. */
    private static int least(Map<Integer, Long> keys, IntPredicate fits) {
        return keys.entrySet().stream()
                .filter(entry -> fits.test(entry.getKey()))
                .min(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(-1);
    }
}
