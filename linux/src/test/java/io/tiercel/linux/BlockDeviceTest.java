package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockDeviceTest {
    private static final String STAT = "  5 6 7 8 9 10 11 12 0 4711 13 14 15 16 17 18 19\n";

    @TempDir
    private Path directory;

    private void disk() throws IOException {
        Path disk = Files.createDirectories(directory.resolve("devices/sda"));
        Files.writeString(disk.resolve("stat"), STAT);
        Path part = Files.createDirectories(disk.resolve("sda1"));
        Files.writeString(part.resolve("stat"), STAT.replace("4711", "1"));
        Files.writeString(part.resolve("partition"), "1\n");
        Files.createSymbolicLink(directory.resolve("8:0"), disk);
        Files.createSymbolicLink(directory.resolve("259:70000"), part);
    }

    @Test
    void aFileIsOnADisk() throws IOException {
        disk();
        assertThat(BlockDevice.of(directory, 8 << 8).orElseThrow().busyMillis()).isEqualTo(4711);
    }

    @Test
    void aPartitionsDiskCounts() throws IOException {
        disk();
        long number = 259L << 8 | 70000 & 0xff | (70000L & ~0xff) << 12;
        assertThat(BlockDevice.of(directory, number).orElseThrow().busyMillis()).isEqualTo(4711);
    }

    @Test
    void whereTheKernelNamesNoDiskThereIsNone() throws IOException {
        disk();
        assertThat(BlockDevice.of(directory, 42)).isEmpty();
        assertThat(BlockDevice.of(Path.of("/proc/self/stat"))).isEmpty();
    }
}
