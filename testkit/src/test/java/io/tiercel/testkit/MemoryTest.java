package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryTest {
    private final ClusterSpec spec = TieredCluster.builder().spec();

    @Test
    void saysWhatIsNeededAndWhatIsThere() {
        assertThatExceptionOfType(ClusterException.class)
                .isThrownBy(() -> Memory.require(spec, OptionalLong.of(2_048)))
                .withMessage("too little memory: a cluster of 4 nodes needs 7.3 GiB, only 2.0 GiB are available;"
                        + " take fewer nodes, less executor memory, or end other programs");
    }

    @Test
    void asksForNoMoreThanItNeedsAndLetsThoseThroughThatDoNotSay() {
        assertThatCode(() -> Memory.require(spec, OptionalLong.of(Memory.needed(spec))))
                .doesNotThrowAnyException();
        assertThatCode(() -> Memory.require(spec, OptionalLong.empty())).doesNotThrowAnyException();
    }

    @Test
    void countsNoSparkWithoutSpark() {
        ClusterSpec hdfs = TieredCluster.builder().nodes(2).withoutSpark().spec();
        assertThat(Memory.needed(hdfs)).isEqualTo(800);
    }

    @Test
    void readsWhatIsAvailable(@TempDir Path directory) throws IOException {
        Path meminfo = Files.writeString(
                directory.resolve("meminfo"), "MemTotal:  24683520 kB\nMemFree: 1 kB\nMemAvailable:   20480 kB\n");
        assertThat(Memory.meminfo(meminfo)).hasValue(20);
        assertThat(Memory.meminfo(directory.resolve("none"))).isEmpty();
    }

    @Test
    void readsTheRoomLeftInAControlGroup(@TempDir Path directory) throws IOException {
        assertThat(Memory.controlGroup(directory)).isEmpty();
        Files.writeString(directory.resolve("memory.stat"), "anon 1048576\nfile 999999999\nkernel 2097152\n");
        Files.writeString(directory.resolve("memory.max"), "max\n");
        assertThat(Memory.controlGroup(directory)).isEmpty();
        Files.writeString(directory.resolve("memory.max"), "10485760\n");
        assertThat(Memory.controlGroup(directory)).hasValue(7);
    }
}
