package io.tiercel.cachefs.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cachefs.CacheFiller;
import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.CacheSettings;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.SettledCaches;
import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.store.PagedObject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A directory that counts as mounted storage: where its bytes come from, and what readers see when its files change. */
@ExtendWith(SettledCaches.class)
final class MountedFilesTest {
    private static final int PAGE = 64 << 10;
    private static final int LENGTH = 10 * PAGE + 1234;

    @TempDir
    private Path directory;

    private final byte[] content = random(1);
    private final byte[] other = random(2);
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.createDirectories(directory.resolve("mount/data")).resolve("file");
        Files.write(file, content);
    }

    private static byte[] random(long seed) {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private Configuration conf() {
        Configuration conf = new Configuration();
        conf.set(CacheKeys.DIRECTORY.name(), directory.resolve("cache").toString());
        conf.set(CacheKeys.MOUNTS.name(), directory.resolve("mount") + ", /elsewhere");
        conf.set(CacheKeys.PAGE.name(), Integer.toString(PAGE));
        return conf;
    }

    private static FileSystem open(CachedLocalFileSystem made, Configuration conf) throws IOException {
        made.initialize(URI.create("file:///"), conf);
        return made;
    }

    private FileSystem open() throws IOException {
        return open(new SettledLocalFileSystem(), conf());
    }

    private FSDataInputStream stream(FileSystem files) throws IOException {
        return files.open(new org.apache.hadoop.fs.Path(file.toUri()));
    }

    private static boolean isCached(FSDataInputStream in) {
        return in.getWrappedStream() instanceof CacheFiller;
    }

    private byte[] read(FileSystem files) throws IOException {
        try (FSDataInputStream in = stream(files)) {
            return in.readAllBytes();
        }
    }

    private void warm() throws Exception {
        assertThat(read(open())).isEqualTo(content);
        NodeCaches.of(CacheSettings.read(conf())).orElseThrow().flush();
    }

    /** Other bytes that nobody can tell from the file's time and length: who reads the old ones has them from the cache. */
    private void swapUnseen() throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        Files.write(file, other);
        Files.setLastModifiedTime(file, time);
    }

    private void change(FileTime time) throws IOException {
        Files.write(file, other);
        Files.setLastModifiedTime(file, time);
    }

    private FileTime later() throws IOException {
        return FileTime.fromMillis(Files.getLastModifiedTime(file).toMillis() + 1);
    }

    private List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("cache"))) {
            return files.filter(page -> page.getFileName().toString().matches("[0-9a-f]{64}-\\d+"))
                    .sorted()
                    .toList();
        }
    }

    private static byte[] page(byte[] of, int number) {
        return Arrays.copyOfRange(of, number * PAGE, (number + 1) * PAGE);
    }

    private static byte[] page(FSDataInputStream in, int number) throws IOException {
        byte[] bytes = new byte[PAGE];
        in.readFully((long) number * PAGE, bytes);
        return bytes;
    }

    @Test
    void aSecondReadTakesNoByteFromTheMount() throws Exception {
        warm();
        assertThat(pages()).hasSize(11);
        swapUnseen();
        FileSystem files = open();
        assertThat(read(files)).isEqualTo(content);
        try (FSDataInputStream in = stream(files)) {
            assertThat(page(in, 7)).isEqualTo(page(content, 7));
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
        try (FSDataInputStream in = files.openFile(new org.apache.hadoop.fs.Path(file.toUri()))
                .build()
                .get()) {
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
    }

    @Test
    void hitsCountAsReadInHadoopsStatistics() throws Exception {
        warm();
        FileSystem files = open();
        long before = FileSystem.getGlobalStorageStatistics().get("file").getLong("bytesRead");
        try (FSDataInputStream in = stream(files)) {
            in.readFully(0, new byte[LENGTH]);
            assertThat(in.getIOStatistics().counters().get(StreamStatisticNames.STREAM_READ_BYTES))
                    .isEqualTo(LENGTH);
        }
        assertThat(FileSystem.getGlobalStorageStatistics().get("file").getLong("bytesRead") - before)
                .isEqualTo(LENGTH);
    }

    @Test
    void aListingNamesPagesAsReadersDo() throws Exception {
        warm();
        PagedObject object = new PagedObject(
                SharedObjects.version(open().getFileStatus(new org.apache.hadoop.fs.Path(file.toUri())))
                        .orElseThrow(),
                PAGE);
        assertThat(pages()).allMatch(page -> page.getFileName().toString().startsWith(object.id()));
    }

    @Test
    void aChangedFileIsReadAnew() throws Exception {
        warm();
        change(later());
        assertThat(read(open())).isEqualTo(other);
    }

    @Test
    void filesOutsideOfMountsAndYoungOnesHaveStockStreams() throws Exception {
        try (FSDataInputStream in = stream(open(new CachedLocalFileSystem(), conf()))) {
            assertThat(isCached(in)).as("a file of this second").isFalse();
        }
        try (FSDataInputStream in = stream(open())) {
            assertThat(isCached(in)).as("the same file an hour later").isTrue();
        }
        Configuration conf = conf();
        conf.set(CacheKeys.MOUNTS.name(), directory.resolve("mount/dat").toString());
        try (FSDataInputStream in = stream(open(new SettledLocalFileSystem(), conf))) {
            assertThat(isCached(in)).as("another directory").isFalse();
        }
    }

    @Test
    void aFileThatChangesWhileItIsReadFailsItsReader() throws Exception {
        try (FSDataInputStream in = stream(open())) {
            assertThat(page(in, 0)).isEqualTo(page(content, 0));
            change(later());
            assertThatThrownBy(() -> page(in, 5))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file + " changed while it was read: expected " + LENGTH + " bytes of ");
            in.seek(7L * PAGE);
            assertThatThrownBy(() -> in.read(new byte[PAGE])).hasMessageContaining("changed while it was read");
        }
        assertThat(read(open())).isEqualTo(other);
    }

    @Test
    void aFileThatGrowsWhileItIsReadFailsItsReader() throws Exception {
        try (FSDataInputStream in = stream(open())) {
            Files.write(file, new byte[1], StandardOpenOption.APPEND);
            List<FileRange> ranges = List.of(FileRange.createFileRange(5, 100));
            in.readVectored(ranges, ByteBuffer::allocate);
            assertThatThrownBy(() -> ranges.get(0).getData().get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("changed while it was read");
        }
    }

    @Test
    void aFileThatIsReplacedWhileItIsReadIsTheOldOneForItsReader() throws Exception {
        try (FSDataInputStream in = stream(open())) {
            assertThat(page(in, 0)).isEqualTo(page(content, 0));
            Path fresh = file.resolveSibling("fresh");
            Files.write(fresh, other);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            assertThat(page(in, 5)).isEqualTo(page(content, 5));
            List<FileRange> ranges = List.of(FileRange.createFileRange(7L * PAGE, PAGE));
            in.readVectored(ranges, ByteBuffer::allocate);
            byte[] bytes = new byte[PAGE];
            ranges.get(0).getData().get(30, TimeUnit.SECONDS).get(bytes);
            assertThat(bytes).isEqualTo(page(content, 7));
        }
        assertThat(read(open())).isEqualTo(other);
    }

    @Test
    void aFileThatIsDeletedWhileItIsReadIsReadOnButNotOpenedAgain() throws Exception {
        warm();
        try (Stream<Path> all = pages().stream().skip(4)) {
            all.forEach(page -> page.toFile().delete());
        }
        try (FSDataInputStream in = stream(open())) {
            Files.delete(file);
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        assertThatThrownBy(() -> stream(open())).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void damagedPagesAreReadFromTheFileAndReplaced() throws Exception {
        warm();
        List<Path> pages = pages();
        for (int page = 0; page < pages.size(); page++) {
            byte[] bytes = Files.readAllBytes(pages.get(page));
            bytes[page * 97 % bytes.length] ^= 4;
            Files.write(pages.get(page), page % 2 == 0 ? bytes : Arrays.copyOf(bytes, bytes.length - 7));
        }
        warm();
        swapUnseen();
        assertThat(read(open())).isEqualTo(content);
    }

    @Test
    void aCacheThatCannotBeMadeIsNoError() throws Exception {
        Files.writeString(directory.resolve("cache"), "in the way");
        assertThat(read(open())).isEqualTo(content);
    }

    @Test
    void wrongKeysAreNoError() throws Exception {
        Configuration conf = conf();
        conf.set(CacheKeys.MOUNTS.name(), "mnt/nfs");
        assertThat(read(open(new SettledLocalFileSystem(), conf))).isEqualTo(content);
    }

    @Test
    void hadoopsChecksumsAreCheckedWhenAFileIsRead() throws Exception {
        FileSystem files = open();
        org.apache.hadoop.fs.Path checked =
                new org.apache.hadoop.fs.Path(file.resolveSibling("checked").toUri());
        try (java.io.OutputStream out = files.create(checked)) {
            out.write(content);
        }
        byte[] damaged = content.clone();
        damaged[3 * PAGE] ^= 1;
        Files.write(file.resolveSibling("checked"), damaged);
        try (FSDataInputStream in = files.open(checked)) {
            assertThat(isCached(in)).isTrue();
            assertThat(page(in, 0)).isEqualTo(page(content, 0));
            assertThatThrownBy(() -> page(in, 3)).isInstanceOf(ChecksumException.class);
        }
    }
}
