package io.tiercel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.config.ConfigException;
import io.tiercel.config.ReferencePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentReferenceTest {
    @Test
    void thePageSaysWhatTheCodeDeclares() throws IOException {
        Path page = Path.of(System.getProperty("tiercel.home"), "docs", "configuration-agent.md");
        String declared = ReferencePage.of(List.of(AgentKeys.ALL));

        if (Boolean.getBoolean("tiercel.rewrite")) Files.writeString(page, declared);

        assertThat(Files.readAllLines(page))
                .as(
                        "%s; write it anew with ./mvnw -pl agent -am test -Dtest=AgentReferenceTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        page)
                .isEqualTo(declared.lines().toList());
    }

    @Test
    void readsItsKeysAndNoOthers() throws ConfigException {
        AgentSettings settings = AgentSettings.read(Map.of(
                "tiercel.agent.coordinator", "nn:8021", "tiercel.agent.memory.budget", "4g", "dfs.replication", "x"));
        assertThat(settings.coordinator()).contains("nn:8021");
        assertThat(settings.budgetBytes()).isEqualTo(4L << 30);
        assertThat(settings.deadline()).isEqualTo(Duration.ofSeconds(5));
        assertThatThrownBy(() -> AgentSettings.read(Map.of("tiercel.agent.memory.bugdet", "4g")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("did you mean tiercel.agent.memory.budget?");
    }
}
