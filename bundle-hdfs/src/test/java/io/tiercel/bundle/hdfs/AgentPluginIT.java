package io.tiercel.bundle.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.agent.RemoteFake;
import io.tiercel.linux.PageCacheFiles;
import io.tiercel.linux.PageCacheQuery;
import io.tiercel.protocol.Device;
import io.tiercel.protocol.ExchangeReply;
import io.tiercel.protocol.ExchangeRequest;
import io.tiercel.protocol.MigrationEnd;
import io.tiercel.protocol.RegisterRequest;
import io.tiercel.protocol.Residence;
import io.tiercel.testkit.DeviceCounters;
import io.tiercel.testkit.TieredCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Agents from the jar that ships, in real DataNodes on emulated devices; a coordinator in the test gives the orders. It asks
 * the kernel, from outside, what is in memory and what is locked.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AgentPluginIT {
    private static final int BLOCK = 4 << 20;
    private static final long LEASE_MILLIS = 2_000;
    private static final long HDD_BANDWIDTH = 15 << 20;

    private static RemoteFake coordinator;
    private static TieredCluster cluster;
    private static DataNodeCalls dataNode;
    private static long migrations;

    @BeforeAll
    static void start() throws IOException {
        coordinator = new RemoteFake(0, 200, LEASE_MILLIS);
        cluster = TieredCluster.builder()
                .nodes(2)
                .racks(1)
                .replication(2)
                .blockSize(BLOCK)
                .hddBytesPerSecond(HDD_BANDWIDTH)
                .withoutSpark()
                .daemonJar(Path.of(System.getProperty("tiercel.hdfs.jar")))
                .hdfsKey("dfs.datanode.plugins", "io.tiercel.hdfs.plugin.AgentPlugin")
                .hdfsKey("tiercel.agent.curve", "false")
                .hdfsKey("hadoop.prometheus.endpoint.enabled", "true")
                .hdfsKey("tiercel.agent.coordinator", "127.0.0.1:" + coordinator.port())
                .hdfsKey("tiercel.agent.memory.budget", "20m")
                .hdfsKey("tiercel.agent.retry.max", "1s")
                .hdfsKey("tiercel.agent.migration.deadline", "10s")
                .start();
        dataNode = new DataNodeCalls(cluster);
        await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.registered.size() >= 2);
    }

    @AfterAll
    static void stop() {
        cluster.close();
        coordinator.close();
    }

    private static MigrationEnd migrate(BlockReplica replica) {
        long migration = ++migrations;
        coordinator.order(replica.node(), replica.migrate(migration));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> coordinator.ended.stream().anyMatch(end -> end.getMigration() == migration));
        return coordinator.ended.stream()
                .filter(end -> end.getMigration() == migration)
                .findFirst()
                .orElseThrow();
    }

    private static void unpinned(BlockReplica replica) {
        await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.exchanged.stream()
                .anyMatch(request -> request.getUnpinnedList().contains(replica.block())));
    }

    private static void unpin(BlockReplica replica) {
        coordinator.order(
                replica.node(),
                ExchangeReply.newBuilder().addUnpin(replica.block()).build());
        unpinned(replica);
    }

    @Test
    @Order(1)
    void agentsNameTheirNodesAndDevicesAsHdfsDoes() {
        assertThat(coordinator.registered)
                .extracting(request -> request.getHost())
                .contains("127.0.0.2", "127.0.0.3");
        assertThat(coordinator.registered).allSatisfy(request -> {
            assertThat(request.getBudgetBytes()).isEqualTo(20 << 20);
            assertThat(request.getPins()).isTrue();
            assertThat(request.getDevicesList())
                    .extracting(device -> device.getStorageType())
                    .containsExactlyInAnyOrder("SSD", "DISK");
        });
    }

    @Test
    @Order(2)
    void aMigrationIsChargedToItsDeviceAndLocked() throws IOException {
        BlockReplica replica = BlockReplica.written(cluster, "/one", BLOCK);
        cluster.evictPageCache();
        long before = cluster.counters().deviceBytes();
        MigrationEnd end = migrate(replica);
        assertThat(end.getFailure()).isEmpty();
        assertThat(end.getDone()).isTrue();
        assertThat(end.getBytes()).isEqualTo(BLOCK);
        assertThat(end.getFoundBytes()).isZero();
        assertThat(cluster.lockedBytes()).isEqualTo(BLOCK);
        long after = cluster.counters().deviceBytes();
        assertThat(after - before).isEqualTo(BLOCK);
        PrometheusPage metrics = dataNode.metrics(replica.host());
        assertThat(metrics.value("tiercel_agent_pinned_bytes")).hasValue(BLOCK);
        assertThat(metrics.value("tiercel_agent_budget_bytes")).hasValue(20 << 20);
        assertThat(metrics.value("tiercel_agent_migrated_bytes_total")).hasValue(BLOCK);
        assertThat(metrics.value("tiercel_agent_found_bytes_total")).hasValue(0);
        assertThat(metrics.value("tiercel_agent_coordinator_connected")).hasValue(1);

        Path file = replica.file(cluster);
        PageCacheFiles.evict(file);
        assertThat(new PageCacheQuery().residentBytes(file, BLOCK)).isEqualTo(BLOCK);
        unpin(replica);
        assertThat(cluster.lockedBytes()).isZero();
        PageCacheFiles.evict(file);
        assertThat(new PageCacheQuery().residentBytes(file, BLOCK)).isZero();
    }

    /** Several readers, so that the device always owes somebody something. */
    @Test
    @Order(3)
    void aMigrationWaitsWhileOthersReadFromItsDevice() throws IOException {
        org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/busy");
        cluster.fileSystem().mkdirs(directory);
        cluster.fileSystem().setStoragePolicy(directory, "HOT");
        BlockReplica wanted = BlockReplica.written(cluster, "/busy/wanted", BLOCK);
        List<BlockReplica> read = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            read.add(BlockReplica.written(cluster, "/busy/read-" + i, 2 * BLOCK));
        }
        cluster.evictPageCache();
        // The migration takes a second then: a busy machine may notice late that the readers have ended.
        cluster.bandwidth("DISK", 4 << 20);
        DeviceCounters before = cluster.counters();
        CompletableFuture<?>[] readers = read.stream()
                .map(replica -> CompletableFuture.runAsync(() -> {
                    try {
                        replica.readFromItsNode(cluster);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }))
                .toArray(CompletableFuture<?>[]::new);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> cluster.counters().since(before).deviceBytes() > 0);
        long migration = ++migrations;
        coordinator.order(wanted.node(), wanted.migrate(migration));
        CompletableFuture.allOf(readers).join();

        long forTheMigration = cluster.counters().since(before).deviceBytes() - 6L * BLOCK;
        assertThat(forTheMigration).isLessThan(BLOCK / 2);
        await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.ended.stream()
                .anyMatch(end -> end.getMigration() == migration && end.getDone()));
        assertThat(cluster.counters().since(before).deviceBytes()).isEqualTo(7L * BLOCK);
        cluster.bandwidth("DISK", HDD_BANDWIDTH);
        unpin(wanted);
    }

    @Test
    @Order(4)
    void tellsWhatReadersBringIn() throws IOException {
        BlockReplica replica = BlockReplica.written(cluster, "/two", BLOCK);
        cluster.evictPageCache();
        coordinator.order(
                replica.node(),
                ExchangeReply.newBuilder().addWatch(replica.block()).build());
        int heard = coordinator.exchanged.size();
        await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.exchanged.size() > heard + 10);
        cluster.fileSystem().open(new org.apache.hadoop.fs.Path("/two")).readAllBytes();
        if (new PageCacheQuery().residentBytes(replica.file(cluster), BLOCK) == 0) {
            // Read from the other node; this one is asked as its reader would.
            replica.readFromItsNode(cluster);
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.cached.stream()
                .filter(residence -> residence.getBlock().equals(replica.block()))
                .mapToLong(Residence::getResidentBytes)
                .anyMatch(bytes -> bytes == BLOCK));
    }

    @Test
    @Order(5)
    void holdsItsBudgetAndSaysSo() throws IOException {
        BlockReplica large = BlockReplica.written(cluster, "/large", 7 * BLOCK);
        int done = 0;
        String refusal = "";
        for (BlockReplica replica : large.all(cluster)) {
            MigrationEnd end = migrate(replica);
            done += end.getDone() ? 1 : 0;
            refusal = end.getDone() ? refusal : end.getFailure();
        }
        assertThat(done).isEqualTo(5);
        assertThat(refusal).startsWith("no room: 20971520 of 20971520 bytes");
        assertThat(cluster.lockedBytes()).isEqualTo(20 << 20);
        for (BlockReplica replica : large.all(cluster)) {
            unpin(replica);
        }
        assertThat(cluster.lockedBytes()).isZero();
        assertThat(dataNode.metrics(large.host()).value("tiercel_agent_failed_no_room_total"))
                .hasValue(2);
    }

    @Test
    @Order(6)
    void givesBackABlockThatWasDeleted() throws IOException {
        BlockReplica replica = BlockReplica.written(cluster, "/gone", BLOCK);
        assertThat(migrate(replica).getDone()).isTrue();
        DistributedFileSystem files = cluster.fileSystem();
        files.delete(new org.apache.hadoop.fs.Path("/gone"), false);
        unpinned(replica);
        assertThat(cluster.lockedBytes()).isZero();
    }

    /** HDFS moves the file of a replica that is appended to, and cuts the file of one that is truncated. */
    @Test
    @Order(7)
    void givesBackAReplicaThatIsAppendedTruncatedOrMoved() throws IOException {
        DistributedFileSystem files = cluster.fileSystem();
        BlockReplica appended = BlockReplica.written(cluster, "/appended", BLOCK / 2);
        BlockReplica truncated = BlockReplica.written(cluster, "/truncated", BLOCK);
        BlockReplica moved = BlockReplica.written(cluster, "/moved", BLOCK);
        for (BlockReplica replica : List.of(appended, truncated, moved)) {
            assertThat(migrate(replica).getFailure()).isEmpty();
        }

        try (FSDataOutputStream out = files.append(new org.apache.hadoop.fs.Path("/appended"))) {
            out.write(new byte[1_000]);
        }
        unpinned(appended);
        files.truncate(new org.apache.hadoop.fs.Path("/truncated"), BLOCK / 4);
        unpinned(truncated);
        boolean isOnSsd =
                moved.file(cluster).toString().toLowerCase(Locale.ROOT).contains("ssd");
        dataNode.move(moved, isOnSsd ? StorageType.DISK : StorageType.SSD);
        unpinned(moved);
        assertThat(cluster.lockedBytes()).isZero();
    }

    private static BlockReplica written(String path, String policy) throws IOException {
        org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path(path).getParent();
        cluster.fileSystem().mkdirs(directory);
        cluster.fileSystem().setStoragePolicy(directory, policy);
        return BlockReplica.written(cluster, path, BLOCK);
    }

    /** A read of 32 KiB takes 16 s then. */
    @Test
    @Order(8)
    void aDiskThatDoesNotAnswerFailsItsMigrationsAloneAndComesBack() throws IOException {
        BlockReplica slow = written("/disk/slow", "HOT");
        BlockReplica other = written("/ssd/other", "ALL_SSD");
        cluster.evictPageCache();
        cluster.bandwidth(0, "DISK", 2_000);
        assertThat(migrate(slow).getFailure()).isEqualTo("its disk does not answer");
        await().atMost(Duration.ofMinutes(1)).until(() -> isHung(slow));
        assertThat(migrate(other).getDone()).isTrue();
        unpin(other);
        cluster.bandwidth(0, "DISK", 0);
        await().atMost(Duration.ofMinutes(1)).until(() -> !isHung(slow));
        assertThat(migrate(slow).getDone()).isTrue();
        unpin(slow);
    }

    private static boolean isHung(BlockReplica replica) {
        ExchangeRequest last = null;
        for (ExchangeRequest request : coordinator.exchanged) {
            last = request.getNode().equals(replica.node()) ? request : last;
        }
        return last != null
                && last.getRoomList().stream()
                        .anyMatch(room -> room.getStorage().equals(replica.storage()) && room.getHung());
    }

    @Test
    @Order(9)
    void letsGoOfAVolumeThatIsRemovedAndTakesItBack() throws IOException {
        BlockReplica replica = written("/disk/removed", "HOT");
        assertThat(migrate(replica).getDone()).isTrue();
        assertThat(cluster.lockedBytes(0)).isEqualTo(BLOCK);
        List<String> volumes = dataNode.volumes();
        dataNode.volumes(
                volumes.stream().filter(volume -> !volume.startsWith("[DISK]")).toList());
        unpinned(replica);
        assertThat(cluster.lockedBytes(0)).isZero();
        await().atMost(Duration.ofMinutes(1)).until(() -> devices(replica).equals(List.of("SSD")));
        assertThat(migrate(replica).getFailure()).startsWith("this node has no storage");

        dataNode.volumes(volumes);
        await().atMost(Duration.ofMinutes(1)).until(() -> devices(replica).size() == 2);
        await().atMost(Duration.ofMinutes(1)).until(() -> migrate(replica).getDone());
        unpin(replica);
    }

    /** As its agent registered last. */
    private static List<String> devices(BlockReplica replica) {
        List<String> last = List.of();
        for (RegisterRequest request : coordinator.registered) {
            if (request.getNode().equals(replica.node())) {
                last = request.getDevicesList().stream()
                        .map(Device::getStorageType)
                        .toList();
            }
        }
        return last;
    }

    @Test
    @Order(10)
    void givesEverythingBackWhenTheCoordinatorIsSilent() throws IOException {
        BlockReplica replica = BlockReplica.written(cluster, "/silent", BLOCK);
        assertThat(migrate(replica).getDone()).isTrue();
        coordinator.close();
        await().atMost(Duration.ofMinutes(1)).until(() -> cluster.lockedBytes() == 0);
        coordinator = new RemoteFake(coordinator.port(), 200, LEASE_MILLIS);
        await().atMost(Duration.ofMinutes(1)).until(() -> coordinator.registered.size() >= 2);
        assertThat(coordinator.registered)
                .allSatisfy(request -> assertThat(request.getHeldList()).isEmpty());
        assertThat(migrate(replica).getDone()).isTrue();
        unpin(replica);
    }

    @Test
    @Order(11)
    void theKernelGivesBackWhatAKilledDataNodeHeld() throws IOException {
        BlockReplica replica = BlockReplica.written(cluster, "/killed", BLOCK);
        // Else its pages are dirty, and nobody could drop them.
        cluster.evictPageCache();
        assertThat(migrate(replica).getDone()).isTrue();
        assertThat(cluster.lockedBytes()).isEqualTo(BLOCK);
        cluster.killDataNode(cluster.hosts().indexOf(replica.host()));
        await().atMost(Duration.ofMinutes(1)).until(() -> cluster.lockedBytes() == 0);
        Path file = replica.file(cluster);
        PageCacheFiles.evict(file);
        assertThat(new PageCacheQuery().residentBytes(file, BLOCK)).isZero();
    }
}
