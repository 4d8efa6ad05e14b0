package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterLayoutTest {
    @Test
    void deletesWhatKilledProcessesHaveLeftAndNothingElse(@TempDir Path parent) throws IOException {
        // Above the largest process id of Linux (2^22).
        Path left = Files.createDirectories(parent.resolve("cluster-4194305-1/node-0"));
        Path other = Files.createDirectories(parent.resolve("cluster-of-mine"));
        ClusterLayout living = ClusterLayout.temporaryUnder(parent);
        ClusterLayout another = ClusterLayout.temporaryUnder(parent);
        assertThat(left.getParent()).doesNotExist();
        assertThat(other).exists();
        assertThat(living.root()).exists().isNotEqualTo(another.root());
        living.delete();
        assertThat(living.root()).doesNotExist();
    }
}
