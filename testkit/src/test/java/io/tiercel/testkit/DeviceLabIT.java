package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tiercel.testkit.lab.DeviceLab;
import io.tiercel.testkit.process.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loop devices under a real DataNode. Skipped where they cannot be made, such as without root. */
class DeviceLabIT {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 8;
    private static final long LENGTH = (long) BLOCK * BLOCKS;
    private static final long HDD = 64 << 20;
    private static final long SSD = 128 << 20;
    private static final Path FILE = new Path("/file");

    private static TieredCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        try {
            DeviceLab.require();
        } catch (ClusterException e) {
            abort(e.getMessage());
        }
        cluster = TieredCluster.builder()
                .nodes(1)
                .racks(1)
                .replication(1)
                .blockSize(BLOCK)
                .storagePolicy("HOT")
                .ssdBytesPerSecond(SSD)
                .hddBytesPerSecond(HDD)
                .withoutSpark()
                .loopDevices(128 << 20)
                .start();
        try (FSDataOutputStream out = cluster.fileSystem().create(FILE)) {
            for (int i = 0; i < BLOCKS; i++) {
                out.write(new byte[BLOCK]);
            }
        }
    }

    /** Also says that nothing stays behind. */
    @AfterAll
    static void stop() throws IOException {
        if (cluster != null) {
            String root = cluster.workDir().toString();
            cluster.close();
            assertThat(mounts(root)).isEmpty();
            assertThat(groups()).isEmpty();
        }
    }

    @Test
    void theKernelCountsWhatComesFromTheDeviceAndWhatFromMemory() throws IOException {
        cluster.evictPageCache();
        DeviceCounters before = cluster.counters();
        read();
        DeviceCounters cold = cluster.counters().since(before);
        assertThat(cold.of("DISK").deviceBytes()).isBetween(LENGTH, LENGTH + LENGTH / 4);
        assertThat(cold.of("SSD").deviceBytes()).isLessThan(LENGTH / 4);

        DeviceCounters warm = cluster.counters();
        read();
        DeviceCounters again = cluster.counters().since(warm);
        assertThat(again.of("DISK").deviceBytes()).isLessThan(LENGTH / 4);
        // Less than all of it: pages that the kernel reads ahead in vain count against memory.
        assertThat(again.memoryBytes()).isGreaterThan(LENGTH / 2);
    }

    /** How fast reads are then is the kernel's business. */
    @Test
    void theKernelLimitsWhatTheDataNodeReads() throws IOException {
        List<String> limits = Files.readAllLines(group().resolve("blkio.throttle.read_bps_device"));
        assertThat(limits)
                .hasSize(2)
                .anyMatch(line -> line.endsWith(" " + HDD))
                .anyMatch(line -> line.endsWith(" " + SSD));
        assertThat(Files.readAllLines(group().resolve("cgroup.procs"))).hasSize(1);

        cluster.bandwidth("DISK", 2 * HDD);
        assertThat(Files.readAllLines(group().resolve("blkio.throttle.read_bps_device")))
                .anyMatch(line -> line.endsWith(" " + 2 * HDD));
    }

    /** A demo that was killed leaves its volumes mounted. */
    @Test
    void whatAnEarlierLabHasLeftIsUnmounted(@TempDir java.nio.file.Path directory) throws IOException {
        java.nio.file.Path link =
                Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("real")));
        DeviceLab left = DeviceLab.start(Map.of(link.resolve("ssd"), "SSD"), Map.of("SSD", SSD), 64 << 20);
        assertThat(mounts(directory.toString())).hasSize(1);
        DeviceLab.clean(link);
        assertThat(mounts(directory.toString())).isEmpty();
        left.close();
    }

    @Test
    void aDeviceThatIsTooSmallIsRefused() {
        assertThatThrownBy(() -> TieredCluster.builder().loopDevices(1 << 20))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("at least 67108864 bytes, not 1048576");
    }

    private static void read() throws IOException {
        DistributedFileSystem files = cluster.fileSystem();
        try (FSDataInputStream in = files.open(FILE)) {
            assertThat(in.readAllBytes()).hasSize((int) LENGTH);
        }
    }

    private static java.nio.file.Path group() throws IOException {
        return groups().get(0);
    }

    private static List<java.nio.file.Path> groups() throws IOException {
        String own = "tiercel-lab-" + ProcessHandle.current().pid() + "-";
        try (Stream<java.nio.file.Path> all = Files.list(java.nio.file.Path.of("/sys/fs/cgroup/blkio"))) {
            return all.filter(group -> group.getFileName().toString().startsWith(own))
                    .toList();
        }
    }

    private static List<String> mounts(String root) throws IOException {
        try (Stream<String> lines = Files.lines(java.nio.file.Path.of("/proc/self/mounts"))) {
            return lines.filter(line -> line.contains(root)).toList();
        }
    }
}
