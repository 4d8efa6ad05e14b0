package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.Mounts;
import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.hdfs.host.HostRegistry;
import io.tiercel.hdfs.locate.FileRange;
import io.tiercel.hdfs.locate.RangeLocations;
import io.tiercel.hdfs.locate.RangeLocations.RangeLocation.State;
import io.tiercel.model.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mounted directory of four files of two pages, with a file system that counts listings. */
final class SharedStorageLocatorTest {
    private static final int PAGE = 100;
    private static final int FILES = 4;
    private static final FileTime WRITTEN = FileTime.fromMillis(1_000_000_000_000L);
    private static final AtomicInteger LISTINGS = new AtomicInteger();

    /** Made by Hadoop. */
    public static final class CountingFileSystem extends RawLocalFileSystem {
        @Override
        public FileStatus[] listStatus(Path path) throws IOException {
            LISTINGS.incrementAndGet();
            return super.listStatus(path);
        }
    }

    @TempDir
    private java.nio.file.Path mount;

    private final ClusterCaches caches = new ClusterCaches(PAGE);
    private final HostRegistry hosts = new HostRegistry();
    private final Executor atOnce = Runnable::run;

    @BeforeEach
    void write() throws IOException {
        LISTINGS.set(0);
        for (int file = 0; file < FILES; file++) {
            java.nio.file.Path written = Files.write(mount.resolve("f" + file), new byte[2 * PAGE]);
            Files.setLastModifiedTime(written, WRITTEN);
        }
    }

    @AfterEach
    void close() {
        hosts.close();
    }

    private RangeLocations locate(boolean needsVersions) {
        Configuration conf = new Configuration(false);
        conf.setClass("fs.file.impl", CountingFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
        conf.setBoolean("fs.file.impl.disable.cache", true);
        SharedStorageLocator locator = new SharedStorageLocator(
                conf,
                new SharedPaths(new Mounts(List.of(mount.toString()))),
                hosts,
                caches,
                needsVersions,
                ranges -> {
                    throw new AssertionError("no other input");
                },
                atOnce);
        return locator.locate(IntStream.range(0, FILES)
                .mapToObj(file -> new FileRange(new Path("file://" + mount + "/f" + file), 0, 2 * PAGE))
                .toList());
    }

    private Map<String, BitSet> firstPage(int file) {
        PagedObject object =
                new PagedObject(SharedObjects.fileVersion(mount + "/f" + file, 2 * PAGE, WRITTEN.toMillis()), PAGE);
        return Map.of(object.id(), BitSet.valueOf(new long[] {1}));
    }

    private static long replicas(RangeLocations answer, int range) {
        assertThat(answer.known(range).state()).isEqualTo(State.LOCATED);
        List<Block> blocks = answer.known(range).blocks();
        assertThat(blocks.stream().mapToLong(Block::bytes).sum()).isEqualTo(2 * PAGE);
        return blocks.stream().mapToLong(block -> block.replicas().size()).sum();
    }

    @Test
    void nothingIsListedWhileNoCacheHoldsAnythingOfTheFiles() {
        caches.holds("a", Map.of(), true);
        RangeLocations answer = locate(false);
        assertThat(answer.pending()).isZero();
        assertThat(replicas(answer, 0)).isZero();
        answer.readingBegins();
        caches.holds("a", firstPage(0), false);
        assertThat(LISTINGS).as("the stage's own read").hasValue(0);
    }

    @Test
    void aStageThatWaitsFindsWhatAnotherOneCaches() {
        caches.holds("a", Map.of(), true);
        RangeLocations answer = locate(false);
        AtomicInteger late = new AtomicInteger();
        answer.whenLate(late::incrementAndGet);
        caches.holds("a", firstPage(1), false);
        assertThat(LISTINGS).hasValue(1);
        assertThat(late).hasValue(1);
        assertThat(replicas(answer, 1)).isEqualTo(1);
        assertThat(replicas(answer, 2)).isZero();
        long before = answer.generation();
        caches.holds("b", firstPage(2), false);
        assertThat(answer.generation()).isGreaterThan(before);
        assertThat(replicas(answer, 2)).isEqualTo(1);
        assertThat(LISTINGS).hasValue(1);
    }

    @Test
    void cachesThatHoldSomethingAreLookedThroughAtOnce() {
        caches.holds("a", firstPage(3), true);
        assertThat(replicas(locate(false), 3)).isEqualTo(1);
        assertThat(LISTINGS).hasValue(1);
    }

    @Test
    void filesAreLookedForBeforeAnyNodeIsHeardAndForTransfers() {
        assertThat(replicas(locate(false), 0)).isZero();
        assertThat(LISTINGS).as("nobody knows what caches hold").hasValue(1);
        caches.holds("a", Map.of(), true);
        locate(true);
        assertThat(LISTINGS).as("transfers need the versions").hasValue(2);
    }

    @Test
    void nobodyAsksForAStageThatIsOver() {
        caches.holds("a", Map.of(), true);
        RangeLocations answer = locate(false);
        answer.cancel();
        caches.holds("a", firstPage(0), false);
        assertThat(LISTINGS).hasValue(0);
    }
}
