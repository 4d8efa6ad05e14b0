package io.tiercel.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.protocol.BlockId;
import org.junit.jupiter.api.Test;

class TranslationTest {
    private static BlockId block(String pool) {
        return BlockId.newBuilder().setPool(pool).setBlock(1).build();
    }

    /** Blocks that callers make up are kept too: reads while a hint is looked up, and what an agent says that it holds. */
    @Test
    void aPoolHasANameOfBoundedLength() {
        assertThat(Translation.block(block("p".repeat(255))).pool()).hasSize(255);
        assertThatThrownBy(() -> Translation.block(block("p".repeat(256))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pool: expected at most 255 characters, got 256");
    }
}
