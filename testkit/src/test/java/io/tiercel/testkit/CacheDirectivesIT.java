package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** HDFS' own cache, in real DataNodes. */
@Tag("slow") // Only a scene compares with it.
class CacheDirectivesIT {
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 4;
    private static final long LENGTH = (long) BLOCK * BLOCKS;
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Path FILE = new Path("/data/file");

    private static TieredCluster cluster;
    private static DistributedFileSystem files;

    @BeforeAll
    static void start() throws IOException {
        cluster = TieredCluster.builder()
                .nodes(2)
                .racks(1)
                .replication(2)
                .blockSize(BLOCK)
                .storagePolicy("HOT")
                .hddBytesPerSecond(8 << 20)
                .withoutSpark()
                .cacheDirectives(64 << 20)
                .start();
        files = cluster.fileSystem();
        try (FSDataOutputStream out = files.create(FILE)) {
            for (int i = 0; i < BLOCKS; i++) {
                out.write(new byte[BLOCK]);
            }
        }
        files.addCachePool(new CachePoolInfo("pool"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** Twice, because a NameNode that has not heard that blocks were let go does not ask for them again. */
    @Test
    void aDirectiveBringsOneReplicaOfEachBlockInAndTheNameNodeSaysWhere() throws IOException {
        for (int time = 1; time <= 2; time++) {
            cluster.evictPageCache();
            DeviceCounters before = cluster.counters();
            long directive = files.addCacheDirective(new CacheDirectiveInfo.Builder()
                    .setPath(FILE)
                    .setPool("pool")
                    .setReplication((short) 1)
                    .build());

            await("time " + time).atMost(SOON).until(() -> cachedBytes() == LENGTH);
            await("time " + time).atMost(SOON).until(() -> cachedBlocks() == BLOCKS);
            assertThat(cluster.counters().since(before).deviceBytes()).isEqualTo(LENGTH);

            files.removeCacheDirective(directive);
            await("time " + time).atMost(SOON).until(() -> cachedBytes() == 0 && cachedBlocks() == 0);
        }
    }

    private static long cachedBytes() throws IOException {
        return Arrays.stream(files.getDataNodeStats())
                .mapToLong(DatanodeInfo::getCacheUsed)
                .sum();
    }

    private static long cachedBlocks() throws IOException {
        return Arrays.stream(files.getFileBlockLocations(FILE, 0, LENGTH))
                .mapToInt(CacheDirectivesIT::caching)
                .sum();
    }

    private static int caching(BlockLocation block) {
        return block.getCachedHosts().length;
    }
}
