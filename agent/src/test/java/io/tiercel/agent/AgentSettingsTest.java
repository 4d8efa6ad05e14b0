package io.tiercel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.agent.migrate.ReadSettings;
import io.tiercel.config.ConfigException;
import io.tiercel.linux.IoPriority;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentSettingsTest {
    @Test
    void readsItsKeysAndNoOthers() throws ConfigException {
        AgentSettings settings = AgentSettings.read(
                Map.of(
                        "tiercel.agent.coordinator",
                        "nn:8021",
                        "tiercel.agent.memory.budget",
                        "4g",
                        "dfs.replication",
                        "x"),
                7);
        assertThat(settings.coordinator()).contains("nn:8021");
        assertThat(settings.memory()).isEqualTo(new MemorySettings(4L << 30, 7, 10));
        assertThat(settings.reads()).isEqualTo(new ReadSettings(IoPriority.IDLE, Duration.ofMinutes(2)));
        assertThat(settings.deadline()).isEqualTo(Duration.ofSeconds(5));
        assertThatThrownBy(() -> AgentSettings.read(Map.of("tiercel.agent.memory.bugdet", "4g"), 0))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("did you mean tiercel.agent.memory.budget?");
    }
}
