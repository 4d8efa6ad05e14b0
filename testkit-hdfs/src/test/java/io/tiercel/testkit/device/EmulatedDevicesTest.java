package io.tiercel.testkit.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmulatedDevicesTest {
    private final EmulatedDevices devices = new EmulatedDevices();

    @Test
    void evictsBlocksAndLeavesAllElse(@TempDir Path directory) throws IOException {
        Path finalized = Files.createDirectories(directory.resolve("current/BP-1/current/finalized/subdir0"));
        Files.write(finalized.resolve("blk_1073741825"), new byte[0]);
        Files.write(finalized.resolve("blk_1073741825_1001.meta"), new byte[100]);
        Files.write(directory.resolve("VERSION"), new byte[100]);
        devices.add(new EmulatedDevice(directory.toString(), "SSD", new TokenBucket(0)));
        assertThat(devices.evict()).isEqualTo("1\t0");
    }

    @Test
    void changesTheBandwidthOfOneKindOfDevice() throws IOException {
        devices.add(new EmulatedDevice("/a", "SSD", new TokenBucket(0)));
        devices.add(new EmulatedDevice("/b", "DISK", new TokenBucket(0)));
        devices.add(new EmulatedDevice("/c", "DISK", new TokenBucket(0)));
        assertThat(devices.bandwidth("DISK", "1000")).isEqualTo("2");
        assertThat(devices.counters()).isEqualTo("/a\tSSD\t0\t0\t0\n/b\tDISK\t0\t0\t0\n/c\tDISK\t0\t0\t0");
    }

    @Test
    void namesItsDevicesWhenAskedForAnother() {
        devices.add(new EmulatedDevice("/a", "SSD", new TokenBucket(0)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> devices.at("/b"))
                .withMessage("no device at /b, only at [/a]");
    }
}
