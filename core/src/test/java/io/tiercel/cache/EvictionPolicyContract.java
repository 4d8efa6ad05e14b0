package io.tiercel.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.BlockUse;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Properties of every eviction policy. */
abstract class EvictionPolicyContract {
    private static final long SECOND = 1_000_000_000L;

    abstract EvictionPolicy policy();

    @Test
    void isFoundByItsName() {
        assertThat(EvictionPolicy.named(policy().name())).hasSameClassAs(policy());
    }

    @Test
    void agesAreFiniteAndNeverFallWhileABlockIsNotRead() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            BlockUse use =
                    new BlockUse(random.nextLong(1L << 40), random.nextInt(1000), random.nextLong(SECOND * 1000));
            double before = 0;
            long now = use.lastUse() - SECOND;
            for (int i = 0; i < 20; i++) {
                double age = policy().age(use, now);
                assertThat(age).as("seed %d", seed).isFinite().isGreaterThanOrEqualTo(before);
                before = age;
                now += random.nextLong(100 * SECOND);
            }
        }
    }

    @Test
    void ofBlocksThatAreElseAlikeTheOneUnusedForLongerIsOlder() {
        long now = 100 * SECOND;
        assertThat(policy().age(new BlockUse(1 << 27, 3, 10 * SECOND), now))
                .isGreaterThan(policy().age(new BlockUse(1 << 27, 3, 11 * SECOND), now));
    }

    @Test
    void aBlockOfNoBytesThatWasNeverReadHasAnAge() {
        assertThat(policy().age(new BlockUse(0, 0, 0), 0)).isFinite().isNotNegative();
    }

    @Test
    void theSameBlockHasTheSameAge() {
        BlockUse use = new BlockUse(1 << 27, 2, SECOND);
        assertThat(policy().age(use, 5 * SECOND)).isEqualTo(policy().age(use, 5 * SECOND));
    }
}
