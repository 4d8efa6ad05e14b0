package io.tiercel.cachefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.config.ConfigException;
import io.tiercel.transfer.IsolationQuanta;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CacheKeysTest {
    private static IsolationQuanta quanta(String text) throws ConfigException {
        return CacheKeys.ALL
                .read(Map.of("tiercel.cache.quantum", text))
                .find(CacheKeys.QUANTUM)
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"500ms/10%", " 500 ms / 10 % ", "500/10.0%"})
    void slicesHaveADurationAndAShare(String text) throws ConfigException {
        IsolationQuanta quanta = quanta(text);
        assertThat(quanta.mayStart(5.49)).isTrue();
        assertThat(quanta.mayStart(5.51)).isFalse();
        assertThat(quanta.nextStart(5.51)).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"500ms", "500ms/10", "10%", "500ms/0%", "500ms/101%", "299ms/10%", "2min/10%", "500ms/10%/2", "/"
            })
    void otherTextIsNamed(String text) {
        assertThatThrownBy(() -> quanta(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("tiercel.cache.quantum: expected a duration from 300ms to 1min and its share");
    }
}
