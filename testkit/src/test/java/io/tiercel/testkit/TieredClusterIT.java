package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TieredClusterIT {
    private static final int BLOCK = 2 << 20;
    private static final int BLOCKS = 8;
    private static final int SSD = 20 << 20;
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/data/lines");
    private static TieredCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        long begin = System.nanoTime();
        cluster = TieredCluster.builder()
                .blockSize(BLOCK)
                .ssdBytesPerSecond(SSD)
                .hddBytesPerSecond(8 << 20)
                .executorMemory(512)
                .start();
        System.out.printf("cluster started in %.1f s%n", (System.nanoTime() - begin) / 1e9);
        write(FILE, BLOCKS);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static void write(org.apache.hadoop.fs.Path file, int blocks) throws IOException {
        byte[] line = ("x".repeat(63) + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] block = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i += line.length) {
            System.arraycopy(line, 0, block, i, line.length);
        }
        try (FSDataOutputStream out = cluster.fileSystemOn(1).create(file)) {
            for (int i = 0; i < blocks; i++) {
                out.write(block);
            }
        }
    }

    @Test
    void placesOneReplicaOnAnSsdOfTheWriterAndTheOthersOnHddsInTwoRacks() throws IOException {
        FileSystem fileSystem = cluster.fileSystem();
        for (BlockLocation block : fileSystem.getFileBlockLocations(FILE, 0, (long) BLOCK * BLOCKS)) {
            assertThat(block.getHosts()).hasSize(3).doesNotHaveDuplicates().contains("127.0.0.3");
            assertThat(Arrays.stream(block.getStorageTypes()).map(Object::toString))
                    .containsExactlyInAnyOrder("SSD", "DISK", "DISK");
            assertThat(new HashSet<>(Arrays.stream(block.getTopologyPaths())
                            .map(path -> path.substring(0, path.lastIndexOf('/')))
                            .toList()))
                    .containsExactlyInAnyOrder("/rack-1", "/rack-2");
        }
    }

    @Test
    void coldReadsComeFromTheOwnNodeAtTheBandwidthOfItsDeviceAndWarmOnesFromMemory() throws IOException {
        cluster.evictPageCache();
        DeviceCounters before = cluster.counters();
        long begin = System.nanoTime();
        read(1);
        double seconds = (System.nanoTime() - begin) / 1e9;
        DeviceCounters cold = cluster.counters().since(before);
        assertThat(cold.on("127.0.0.3").deviceBytes()).isEqualTo((long) BLOCK * BLOCKS);
        assertThat(cold.bytes()).isEqualTo((long) BLOCK * BLOCKS);
        assertThat(seconds).isBetween(0.9 * BLOCK * BLOCKS / SSD, 5.0 * BLOCK * BLOCKS / SSD);

        DeviceCounters middle = cluster.counters();
        read(1);
        DeviceCounters warm = cluster.counters().since(middle);
        assertThat(warm.on("127.0.0.3").bytes()).isEqualTo((long) BLOCK * BLOCKS);
        // The kernel may take a page back whenever it likes, and such a page is charged again.
        assertThat(warm.deviceBytes()).isLessThan(BLOCK * BLOCKS / 100);
    }

    private static void read(int node) throws IOException {
        try (var in = cluster.fileSystemOn(node).open(FILE)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
    }

    @Test
    void readersOfOneDeviceShareItsBandwidth() throws IOException {
        cluster.evictPageCache();
        long begin = System.nanoTime();
        // Blocks 0-3 and 4-7 all lie on one SSD; 16 MiB at 20 MiB/s.
        IntStream.of(0, BLOCKS / 2).parallel().forEach(first -> readBlocks(first, BLOCKS / 2));
        double seconds = (System.nanoTime() - begin) / 1e9;
        assertThat(seconds).isGreaterThan(0.9 * BLOCKS * BLOCK / SSD);
    }

    private static void readBlocks(int first, int count) {
        try (FSDataInputStream in = cluster.fileSystemOn(1).open(FILE)) {
            in.readFully((long) first * BLOCK, new byte[count * BLOCK]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aReaderWithoutAReplicaIsServedInItsRack() throws IOException {
        // 127.0.0.3 holds a replica of every block, so 127.0.0.2 in the same rack needs no node of the other rack.
        DeviceCounters before = cluster.counters();
        read(0);
        DeviceCounters served = cluster.counters().since(before);
        assertThat(served.bytes()).isEqualTo((long) BLOCK * BLOCKS);
        assertThat(served.on("127.0.0.2").bytes() + served.on("127.0.0.3").bytes())
                .isEqualTo(served.bytes());
    }

    @Test
    void aFrozenNameNodeAnswersOnlyOnceItIsThawed() {
        cluster.freezeNameNode();
        CompletableFuture<Boolean> exists = CompletableFuture.supplyAsync(TieredClusterIT::fileExists);
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> exists.get(300, TimeUnit.MILLISECONDS));
        cluster.thawNameNode();
        assertThat(exists).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(true);
    }

    private static boolean fileExists() {
        try {
            return cluster.fileSystem().exists(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void executorsReadFromTheirOwnNode() throws IOException {
        org.apache.hadoop.fs.Path everywhere = new org.apache.hadoop.fs.Path("/data/everywhere");
        write(everywhere, 2);
        cluster.fileSystem().setReplication(everywhere, (short) 4);
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> replicas(everywhere), replicas -> replicas == 4);
        DeviceCounters before = cluster.counters();
        SparkApp app = SparkApp.of(
                        ReadAlone.class.getName(),
                        Path.of("target/test-classes").toAbsolutePath())
                .arguments(cluster.hdfsUri() + everywhere, "8");
        RunningSparkApp.Outcome outcome = cluster.run(app).orThrow();
        DeviceCounters served = cluster.counters().since(before);
        Map<String, Long> byHost = new TreeMap<>();
        for (String host : cluster.hosts()) {
            if (served.on(host).bytes() > 0) {
                byHost.put(host, served.on(host).bytes());
            }
        }
        assertThat(byHost).hasSizeGreaterThan(1);
        assertThat(Files.readString(outcome.log())).contains("RESULT " + byHost);
    }

    private static int replicas(org.apache.hadoop.fs.Path file) throws IOException {
        int least = Integer.MAX_VALUE;
        for (BlockLocation block : cluster.fileSystem().getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
            least = Math.min(least, block.getHosts().length);
        }
        return least;
    }
}
