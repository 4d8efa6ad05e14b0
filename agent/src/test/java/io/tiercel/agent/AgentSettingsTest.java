package io.tiercel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.config.ConfigException;
import io.tiercel.linux.IoPriority;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentSettingsTest {
    @Test
    void readsItsKeysAndNoOthers() throws ConfigException {
        AgentSettings settings = AgentSettings.read(Map.of(
                "tiercel.agent.coordinator", "nn:8021", "tiercel.agent.memory.budget", "4g", "dfs.replication", "x"));
        assertThat(settings.coordinator()).contains("nn:8021");
        assertThat(settings.budgetBytes()).isEqualTo(4L << 30);
        assertThat(settings.ioPriority()).isEqualTo(IoPriority.IDLE);
        assertThat(settings.deadline()).isEqualTo(Duration.ofSeconds(5));
        assertThatThrownBy(() -> AgentSettings.read(Map.of("tiercel.agent.memory.bugdet", "4g")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("did you mean tiercel.agent.memory.budget?");
    }
}
