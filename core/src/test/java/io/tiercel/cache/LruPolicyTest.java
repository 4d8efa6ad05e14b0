package io.tiercel.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.model.BlockUse;
import org.junit.jupiter.api.Test;

class LruPolicyTest extends EvictionPolicyContract {
    @Override
    EvictionPolicy policy() {
        return new LruPolicy();
    }

    @Test
    void ageIsTheTimeSinceTheLastUse() {
        assertThat(policy().age(new BlockUse(1 << 30, 99, 20), 50)).isEqualTo(30);
    }
}
