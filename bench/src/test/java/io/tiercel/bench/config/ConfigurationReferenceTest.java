package io.tiercel.bench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.agent.AgentKeys;
import io.tiercel.cachefs.CacheKeys;
import io.tiercel.config.Key;
import io.tiercel.config.KeySet;
import io.tiercel.config.KeyType;
import io.tiercel.containers.ContainerKeys;
import io.tiercel.coordinator.CoordinatorKeys;
import io.tiercel.mapreduce.MapReduceKeys;
import io.tiercel.spark.TiercelKeys;
import io.tiercel.tez.TezKeys;
import io.tiercel.yarn.YarnKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfigurationReferenceTest {
    @Test
    void thePageListsEveryKey() {
        KeySet keys = new KeySet(
                "x.",
                List.of(
                        Key.of(
                                "x.policy",
                                KeyType.oneOf(List.of("stock", "trident")),
                                "trident",
                                "Who decides.",
                                "0.1.0"),
                        Key.of("x.size", KeyType.bytes(1, 1L << 40), "16m", "How | large.", "0.1.0"),
                        Key.optional("x.score.node.*", KeyType.decimal(0, 100), "A node's score.", "0.1.0")));
        assertThat(ReferencePage.of(List.of(keys)))
                .contains("## `x.*`")
                .contains("| `x.policy` | one of stock, trident | `trident` | Who decides. | 0.1.0 |")
                .contains("| `x.size` | a size such as 64k, 16m or 2g, from 1 to 1t | `16m` | How \\| large. | 0.1.0 |")
                .contains("| `x.score.node.*` | a number from 0 to 100 | not set | A node's score. | 0.1.0 |");
    }

    @Test
    void thePageSaysWhatTheCodeDeclares() throws IOException {
        Path page = Path.of(System.getProperty("tiercel.home"), "docs", "configuration.md");
        String declared = ReferencePage.of(List.of(
                TiercelKeys.ALL,
                CoordinatorKeys.ALL,
                AgentKeys.ALL,
                CacheKeys.ALL,
                YarnKeys.ALL,
                MapReduceKeys.ALL,
                TezKeys.ALL,
                ContainerKeys.SHARED));

        if (Boolean.getBoolean("tiercel.rewrite")) Files.writeString(page, declared);

        assertThat(Files.readAllLines(page))
                .as(
                        "%s; write it anew with ./mvnw -pl bench -am test -Dtest=ConfigurationReferenceTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtiercel.rewrite=true",
                        page)
                .isEqualTo(declared.lines().toList());
    }
}
