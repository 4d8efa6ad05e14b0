package io.tiercel.cachefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cachefs.store.PagedObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.s3a.RemoteFileChangedException;
import org.junit.jupiter.api.Test;

/** Sources of bytes, and what readers see when something fails: over a real S3 server and a link that counts and fails. */
final class CachedReadsIT extends OverS3Server {
    @Test
    void aFirstReadIsOneRequestAndASecondIsNone() throws Exception {
        long before = link.gets();
        warm();
        assertThat(link.gets() - before).isEqualTo(1);
        assertThat(pages("cache")).hasSize(11);

        long bytes = link.bytes();
        try (FileSystem files = open()) {
            assertThat(read(files)).isEqualTo(content);
        }
        assertThat(link.gets() - before).as("nothing from the source").isEqualTo(1);
        assertThat(link.bytes() - bytes).as("but its answer to the opening").isLessThan(10_000);
    }

    @Test
    void hitsCountAsReadInHadoopsStatistics() throws Exception {
        warm();
        try (FileSystem files = open()) {
            long before = FileSystem.getGlobalStorageStatistics().get("s3a").getLong("bytesRead");
            read(files);
            assertThat(FileSystem.getGlobalStorageStatistics().get("s3a").getLong("bytesRead") - before)
                    .isEqualTo(LENGTH);
        }
    }

    @Test
    void aPositionedReadBringsWholePagesWithOneRequest() throws Exception {
        long before = link.gets();
        try (FileSystem files = open();
                FSDataInputStream in = files.open(path())) {
            byte[] some = new byte[3 * PAGE];
            in.readFully(PAGE + 10, some);
            assertThat(some).isEqualTo(Arrays.copyOfRange(content, PAGE + 10, 4 * PAGE + 10));
            flush("cache");
            assertThat(pages("cache")).hasSize(4);
            assertThat(link.gets() - before).isEqualTo(1);
            in.readFully(PAGE, some);
            assertThat(some).isEqualTo(Arrays.copyOfRange(content, PAGE, 4 * PAGE));
            assertThat(link.gets() - before).isEqualTo(1);
        }
    }

    @Test
    void vectoredReadsFillTheCacheAndReadFromIt() throws Exception {
        for (int round = 0; round < 2; round++) {
            long before = link.gets();
            try (FileSystem files = open();
                    FSDataInputStream in = files.open(path())) {
                List<FileRange> ranges =
                        List.of(FileRange.createFileRange(5, 2 * PAGE), FileRange.createFileRange(6 * PAGE + 7, 100));
                in.readVectored(ranges, ByteBuffer::allocate);
                for (FileRange range : ranges) {
                    byte[] bytes = new byte[range.getLength()];
                    range.getData().get(30, TimeUnit.SECONDS).get(bytes);
                    assertThat(bytes)
                            .isEqualTo(Arrays.copyOfRange(
                                    content, (int) range.getOffset(), (int) range.getOffset() + range.getLength()));
                }
            }
            flush("cache");
            assertThat(link.gets() - before).as("round %s", round).isEqualTo(round == 0 ? 2 : 0);
        }
        assertThat(pages("cache")).hasSize(4);
    }

    @Test
    void damagedPagesAreReadFromTheSourceAndReplaced() throws Exception {
        warm();
        List<Path> pages = pages("cache");
        for (int page = 0; page < pages.size(); page++) {
            byte[] bytes = Files.readAllBytes(pages.get(page));
            bytes[page * 97 % bytes.length] ^= 4;
            Files.write(pages.get(page), page % 2 == 0 ? bytes : Arrays.copyOf(bytes, bytes.length - 7));
        }
        warm();
        long before = link.gets();
        warm();
        assertThat(link.gets()).isEqualTo(before);
    }

    @Test
    void aCacheThatVanishesUnderAReaderIsNoError() throws Exception {
        warm();
        try (FileSystem files = open();
                FSDataInputStream in = files.open(path())) {
            byte[] all = new byte[LENGTH];
            in.readFully(0, all, 0, 3 * PAGE);
            try (Stream<Path> tree = Files.walk(directory.resolve("cache"))) {
                tree.sorted(java.util.Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
            in.readFully(3L * PAGE, all, 3 * PAGE, LENGTH - 3 * PAGE);
            assertThat(all).isEqualTo(content);
        }
    }

    @Test
    void aCacheThatCannotBeMadeIsNoError() throws Exception {
        Files.writeString(directory.resolve("file"), "in the way");
        try (FileSystem files = open(conf("file"))) {
            assertThat(read(files)).isEqualTo(content);
        }
    }

    /** What one request has brought is used up, also if the cache has no room for a page of it. */
    @Test
    void largeReadsWithoutRoomTakeEachByteOnce() throws Exception {
        Configuration conf = conf("small");
        conf.set(CacheKeys.BUDGET.name(), Integer.toString(64 << 10));
        conf.set(CacheKeys.PAGE.name(), Integer.toString(128 << 10));
        long before = link.bytes();
        byte[] all = new byte[LENGTH];
        try (FileSystem files = open(conf);
                FSDataInputStream in = files.open(path())) {
            for (int at = 0; at < LENGTH; ) {
                at += in.read(all, at, LENGTH - at);
            }
        }
        assertThat(all).isEqualTo(content);
        assertThat(link.bytes() - before).isLessThan(LENGTH + LENGTH / 4);
    }

    @Test
    void aWrongKeyIsNoError() throws Exception {
        Configuration conf = conf("wrong");
        conf.set("tiercel.cache.bugdet", "1g");
        try (FileSystem files = open(conf)) {
            assertThat(read(files)).isEqualTo(content);
        }
        assertThat(directory.resolve("wrong")).doesNotExist();
    }

    @Test
    void anotherVersionOfAnObjectIsReadAnew() throws Exception {
        warm();
        byte[] other = random(2);
        put(other);
        try (FileSystem files = open()) {
            assertThat(read(files)).isEqualTo(other);
        }
        flush("cache");
        assertThat(pages("cache")).as("pages of the new version only").hasSize(LENGTH / PAGE + 1);
        put(content);
        warm();
        assertThat(pages("cache"))
                .as("pages of the first version, which is here again")
                .hasSize(LENGTH / PAGE + 1);
    }

    @Test
    void aReaderNeverSeesAMixtureOfTwoVersions() throws Exception {
        try (FileSystem files = open();
                FSDataInputStream in = files.open(path())) {
            byte[] first = new byte[PAGE];
            in.readFully(0, first);
            put(random(2));
            assertThat(first).isEqualTo(Arrays.copyOf(content, PAGE));
            assertThatThrownBy(() -> in.readFully(5L * PAGE, first)).isInstanceOf(RemoteFileChangedException.class);
        }
    }

    @Test
    void throttlingAndCutConnectionsAreS3AsToMend() throws Exception {
        link.refuse(2);
        try (FileSystem files = open()) {
            assertThat(read(files)).isEqualTo(content);
        }
        link.cut(1);
        try (FileSystem files = open(conf("second"))) {
            assertThat(read(files)).isEqualTo(content);
        }
        flush("second");
        link.cut(1);
        try (FileSystem files = open(conf("second"))) {
            assertThat(read(files)).isEqualTo(content);
        }
        for (Path page : pages("second")) {
            assertThat(Files.size(page)).isGreaterThan(64);
        }
    }

    @Test
    void whoseRequestIsRefusedGetsNoCachedByte() throws Exception {
        warm();
        try (FileSystem files = open()) {
            link.forbidAfter(0);
            assertThatThrownBy(() -> files.open(path())).isInstanceOf(AccessDeniedException.class);
            link.forbidAfter(Long.MAX_VALUE);
            assertThat(read(files)).isEqualTo(content);
        }
    }

    @Test
    void credentialsThatExpireWhileAFileIsReadAreS3AsOwnError() throws Exception {
        try (FileSystem files = open();
                FSDataInputStream in = files.open(path())) {
            in.readFully(0, new byte[PAGE]);
            link.forbidAfter(0);
            assertThatThrownBy(() -> in.readFully(5L * PAGE, new byte[PAGE])).isInstanceOf(AccessDeniedException.class);
            assertThatThrownBy(() -> in.readFully(7L * PAGE, new byte[PAGE])).isInstanceOf(AccessDeniedException.class);
        }
        flush("cache");
        assertThat(pages("cache")).hasSize(1);
    }

    @Test
    void aReaderFollowsWhatIsBroughtIn() throws Exception {
        long before = link.gets();
        try (FileSystem files = open();
                FSDataInputStream filled = files.open(path())) {
            List<byte[]> followed = new java.util.ArrayList<>();
            AtomicInteger pages = new AtomicInteger();
            ((CacheFiller) filled.getWrappedStream()).fill(0, LENGTH, bytes -> {
                if (pages.incrementAndGet() == 4) {
                    // On the filler's own thread: page 2 has come, so nothing is waited for.
                    followed.add(page(files, 2));
                }
            });
            assertThat(followed).hasSize(1);
            assertThat(followed.get(0)).isEqualTo(Arrays.copyOfRange(content, 2 * PAGE, 3 * PAGE));
            assertThat(read(files)).isEqualTo(content);
        }
        assertThat(link.gets() - before).isEqualTo(1);
    }

    private static byte[] page(FileSystem files, int page) {
        try (FSDataInputStream in = files.open(path())) {
            byte[] bytes = new byte[PAGE];
            in.readFully((long) page * PAGE, bytes);
            return bytes;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** More ranges than the pool lets one stream have threads. Nobody brings the pages in the end. */
    @Test
    void vectoredReadsDoNotWaitForEverForPagesThatOthersHaveClaimed() throws Exception {
        try (FileSystem files = open();
                FSDataInputStream in = files.open(path())) {
            NodeCache cache = NodeCaches.of(CacheSettings.read(conf("cache"))).orElseThrow();
            PagedObject object = new PagedObject(
                    SharedObjects.version(files.getFileStatus(path())).orElseThrow(), PAGE);
            for (int page = 0; page < 10; page++) {
                assertThat(cache.begin(object, page)).isPresent();
            }
            List<FileRange> ranges = java.util.stream.IntStream.range(0, 10)
                    .mapToObj(page -> FileRange.createFileRange((long) page * PAGE + 5, 100))
                    .toList();
            in.readVectored(ranges, ByteBuffer::allocate);
            for (FileRange range : ranges) {
                byte[] bytes = new byte[100];
                range.getData().get(30, TimeUnit.SECONDS).get(bytes);
                assertThat(bytes)
                        .isEqualTo(Arrays.copyOfRange(content, (int) range.getOffset(), (int) range.getOffset() + 100));
            }
        }
    }

    @Test
    void fillingStopsWhereATaskReads() throws Exception {
        try (FileSystem files = open();
                FSDataInputStream filled = files.open(path())) {
            NodeCache cache = NodeCaches.of(CacheSettings.read(conf("cache"))).orElseThrow();
            PagedObject object = new PagedObject(
                    SharedObjects.version(files.getFileStatus(path())).orElseThrow(), PAGE);
            PageFetch tasks = cache.begin(object, 3).orElseThrow();
            ((CacheFiller) filled.getWrappedStream()).fill(0, LENGTH, bytes -> {});
            flush("cache");
            assertThat(pages("cache")).hasSize(3);
            tasks.fail();
        }
    }

    @Test
    void twoReadersOfOnePageSendOneRequest() throws Exception {
        long before = link.gets();
        try (FileSystem files = open()) {
            link.stall(true);
            List<java.util.concurrent.CompletableFuture<byte[]>> readers = Stream.generate(
                            () -> java.util.concurrent.CompletableFuture.supplyAsync(() -> {
                                try (FSDataInputStream in = files.open(path())) {
                                    byte[] bytes = new byte[100];
                                    in.readFully(10, bytes);
                                    return bytes;
                                } catch (IOException e) {
                                    throw new java.io.UncheckedIOException(e);
                                }
                            }))
                    .limit(2)
                    .toList();
            link.stall(false);
            for (java.util.concurrent.CompletableFuture<byte[]> reader : readers) {
                assertThat(reader.get(30, TimeUnit.SECONDS)).isEqualTo(Arrays.copyOfRange(content, 10, 110));
            }
        }
        assertThat(link.gets() - before).isEqualTo(1);
    }
}
