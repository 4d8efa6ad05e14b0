package io.tiercel.bench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.AgentKeys;
import io.tiercel.config.ReferencePage;
import io.tiercel.coordinator.CoordinatorKeys;
import io.tiercel.spark.TiercelKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfigurationReferenceTest {
    @Test
    void thePageSaysWhatTheCodeDeclares() throws IOException {
        Path page = Path.of(System.getProperty("tiercel.home"), "docs", "configuration.md");
        String declared = ReferencePage.of(List.of(TiercelKeys.ALL, CoordinatorKeys.ALL, AgentKeys.ALL));

        if (Boolean.getBoolean("tiercel.rewrite")) Files.writeString(page, declared);

        assertThat(Files.readAllLines(page))
                .as(
                        "%s; write it anew with ./mvnw -pl bench -am test -Dtest=ConfigurationReferenceTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        page)
                .isEqualTo(declared.lines().toList());
    }
}
