package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryRequirementTest {
    private final ClusterBuilder spec = TieredCluster.builder().checked();

    @Test
    void saysWhatIsNeededAndWhatIsThere() {
        assertThatExceptionOfType(ClusterException.class)
                .isThrownBy(() -> MemoryRequirement.require(spec, OptionalLong.of(2_048)))
                .withMessage("too little memory: a cluster of 4 nodes needs 7.3 GiB, only 2.0 GiB are available;"
                        + " take fewer nodes, less executor memory, or end other programs");
    }

    @Test
    void asksForNoMoreThanItNeedsAndLetsThoseThroughThatDoNotSay() {
        assertThatCode(() -> MemoryRequirement.require(spec, OptionalLong.of(MemoryRequirement.needed(spec))))
                .doesNotThrowAnyException();
        assertThatCode(() -> MemoryRequirement.require(spec, OptionalLong.empty()))
                .doesNotThrowAnyException();
    }

    @Test
    void countsNoSparkWithoutSpark() {
        ClusterBuilder hdfs = TieredCluster.builder().nodes(2).withoutSpark().checked();
        assertThat(MemoryRequirement.needed(hdfs)).isEqualTo(800);
    }

    @Test
    void readsWhatIsAvailable(@TempDir Path directory) throws IOException {
        Path meminfo = Files.writeString(
                directory.resolve("meminfo"), "MemTotal:  24683520 kB\nMemFree: 1 kB\nMemAvailable:   20480 kB\n");
        assertThat(MemoryRequirement.meminfo(meminfo)).hasValue(20);
        assertThat(MemoryRequirement.meminfo(directory.resolve("none"))).isEmpty();
    }

    @Test
    void readsTheRoomLeftInAControlGroup(@TempDir Path directory) throws IOException {
        assertThat(MemoryRequirement.controlGroup(directory)).isEmpty();
        Files.writeString(directory.resolve("memory.stat"), "anon 1048576\nfile 999999999\nkernel 2097152\n");
        Files.writeString(directory.resolve("memory.max"), "max\n");
        assertThat(MemoryRequirement.controlGroup(directory)).isEmpty();
        Files.writeString(directory.resolve("memory.max"), "10485760\n");
        assertThat(MemoryRequirement.controlGroup(directory)).hasValue(7);
    }
}
