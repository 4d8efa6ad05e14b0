package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TieredClusterIT {
    private static final int BLOCK = 2 << 20;
    private static final int BLOCKS = 8;
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/data/lines");
    private static TieredCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        long begin = System.nanoTime();
        cluster = TieredCluster.builder()
                .blockSize(BLOCK)
                .ssdBytesPerSecond(20 << 20)
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
        Counters before = cluster.counters();
        long begin = System.nanoTime();
        read(1);
        double seconds = (System.nanoTime() - begin) / 1e9;
        Counters cold = cluster.counters().since(before);
        assertThat(cold.on("127.0.0.3").deviceBytes()).isEqualTo((long) BLOCK * BLOCKS);
        assertThat(cold.bytes()).isEqualTo((long) BLOCK * BLOCKS);
        System.out.println("cold: " + seconds + " s " + cold);

        Counters middle = cluster.counters();
        read(1);
        Counters warm = cluster.counters().since(middle);
        assertThat(warm.deviceBytes()).isZero();
        assertThat(warm.on("127.0.0.3").memoryBytes()).isEqualTo((long) BLOCK * BLOCKS);
    }

    private static void read(int node) throws IOException {
        try (var in = cluster.fileSystemOn(node).open(FILE)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
    }

    @Test
    void executorsReadFromTheirOwnNode() throws IOException {
        org.apache.hadoop.fs.Path everywhere = new org.apache.hadoop.fs.Path("/data/everywhere");
        write(everywhere, 2);
        cluster.fileSystem().setReplication(everywhere, (short) 4);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> replicas(everywhere), replicas -> replicas == 4);
        Counters before = cluster.counters();
        App app = App.of(
                        ReadAlone.class.getName(),
                        Path.of("target/test-classes").toAbsolutePath())
                .arguments(cluster.hdfsUri() + everywhere, "8");
        RunningApp.Outcome outcome = cluster.run(app).orThrow();
        Counters served = cluster.counters().since(before);
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
