package io.tiercel.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tiercel.model.BlockUse;
import org.junit.jupiter.api.Test;

class AgeingPolicyTest extends EvictionPolicyContract {
    private static final long SECOND = 1_000_000_000L;
    private static final long MIB = 1 << 20;

    @Override
    EvictionPolicy policy() {
        return new AgeingPolicy();
    }

    /** (19 + 1) s · √16 / (1 + 3) = 20. */
    @Test
    void workedExample() {
        assertThat(policy().age(new BlockUse(16 * MIB, 3, SECOND), 20 * SECOND)).isCloseTo(20, within(1e-9));
    }

    @Test
    void aPopularBlockOutlivesOneThatIsReadNoMore() {
        long now = 60 * SECOND;
        BlockUse popular = new BlockUse(128 * MIB, 9, 30 * SECOND);
        BlockUse once = new BlockUse(128 * MIB, 1, 50 * SECOND);
        assertThat(policy().age(once, now)).isGreaterThan(policy().age(popular, now));
        assertThat(new LruPolicy().age(once, now)).isLessThan(new LruPolicy().age(popular, now));
    }

    @Test
    void aLargeBlockGoesBeforeASmallOne() {
        long now = 60 * SECOND;
        assertThat(policy().age(new BlockUse(256 * MIB, 1, SECOND), now))
                .isGreaterThan(policy().age(new BlockUse(16 * MIB, 1, SECOND), now));
    }

    @Test
    void weightsOfZeroLeaveTheTime() {
        EvictionPolicy plain = new AgeingPolicy(0, 0);
        assertThat(plain.age(new BlockUse(256 * MIB, 7, SECOND), 4 * SECOND)).isCloseTo(4, within(1e-9));
    }

    @Test
    void aWeightOutOfRangeIsRejected() {
        assertThatThrownBy(() -> new AgeingPolicy(-1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("popularityWeight: expected 0 to 4, got -1.0");
        assertThatThrownBy(() -> new AgeingPolicy(0, Double.NaN)).hasMessageContaining("sizeWeight");
    }

    @Test
    void anUnknownPolicyIsAnswered() {
        assertThatThrownBy(() -> EvictionPolicy.named("mru"))
                .hasMessage("eviction policy: expected one of ageing, lru, got 'mru'");
    }
}
