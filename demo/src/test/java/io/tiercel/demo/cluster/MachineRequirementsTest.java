package io.tiercel.demo.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cli.CommandFailure;
import io.tiercel.demo.jobs.SparkJob;
import io.tiercel.model.ByteSize;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineRequirementsTest {
    @Test
    void tooLittleMemoryIsSaidWithWhatIsNeeded() {
        assertThatThrownBy(() -> MachineRequirements.requireMemory(settings(), 5L << 30, 2L << 30))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("too little memory: 4 nodes need about ")
                .hasMessageEndingWith("2 GiB are available; stop something, or take fewer --nodes");
    }

    @Test
    void tooLittleDiskIsSaidWithWhatIsNeeded() {
        assertThatThrownBy(() -> MachineRequirements.requireDisk(settings(), 1, Path.of("/data"), 1 << 20))
                .isInstanceOf(CommandFailure.class)
                .hasMessage("too little disk space in /data: 3 replicas of 100 MiB need about 812 MiB, 1 MiB are free; "
                        + "take a smaller --size or another --out");
    }

    private static DemoSettings settings() {
        return new DemoSettings(
                ByteSize.of("100m"),
                ByteSize.of("8m"),
                4,
                2,
                1,
                ByteSize.of("48m"),
                ByteSize.of("12m"),
                3,
                1,
                List.of("stock"),
                List.of(SparkJob.GREP),
                1,
                Path.of("out"),
                false,
                false,
                false,
                "tiercel demo");
    }
}
