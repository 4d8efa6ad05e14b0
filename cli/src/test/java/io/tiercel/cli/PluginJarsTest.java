package io.tiercel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginJarsTest {
    private static final String TARGET = "bundle/target";
    private static final String NAMES = "tiercel-spark-*.jar";

    @TempDir
    private Path home;

    @Test
    void inACloneTheJarIsWhereTheBuildLeavesIt() throws IOException {
        Path jar = jar(TARGET, "tiercel-spark-1.jar");

        assertThat(PluginJars.find(home, TARGET, NAMES)).isEqualTo(jar);
    }

    @Test
    void aReleaseHasItAmongItsPlugins() throws IOException {
        Path jar = jar("plugins", "tiercel-spark-1.jar");
        jar("plugins", "tiercel-hdfs-1.jar");

        assertThat(PluginJars.find(home, TARGET, NAMES)).isEqualTo(jar);
    }

    @Test
    void saysWhereItWasExpectedAndWhatHelps() throws IOException {
        assertThatThrownBy(() -> PluginJars.find(home, TARGET, NAMES))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll(NAMES, home.resolve(TARGET).toString(), "mvnw");

        jar("plugins", "tiercel-hdfs-1.jar");

        assertThatThrownBy(() -> PluginJars.find(home, TARGET, NAMES))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll(NAMES, home.resolve("plugins").toString(), "unpack the release again");
    }

    private Path jar(String directory, String name) throws IOException {
        return Files.createFile(Files.createDirectories(home.resolve(directory)).resolve(name));
    }
}
