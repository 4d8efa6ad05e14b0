package io.tiercel.hdfs.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.security.MissingKeysException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetriedAttemptsTest {
    private final List<Long> pauses = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final RetriedAttempts attempts = new RetriedAttempts(pauses::add, complaints::add);

    @Test
    void aFileThatCannotBeReadForAMomentIsTriedAgain() throws Exception {
        String read = attempts.untilSuccess(() -> {
            if (pauses.size() < 8) {
                throw new IOException(pauses.size() < 5 ? "cannot read the truststore" : "it has no entries");
            }
            return "trust";
        });

        assertThat(read).isEqualTo("trust");
        assertThat(pauses).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L);
        assertThat(complaints).containsExactly("cannot read the truststore", "it has no entries");
    }

    @Test
    void aConfigurationThatLacksKeysIsNot() {
        assertThatThrownBy(() -> attempts.untilSuccess(() -> {
                    throw new MissingKeysException("a key is not set");
                }))
                .isInstanceOf(MissingKeysException.class)
                .hasMessage("a key is not set");
        assertThat(pauses).isEmpty();
        assertThat(complaints).isEmpty();
    }
}
