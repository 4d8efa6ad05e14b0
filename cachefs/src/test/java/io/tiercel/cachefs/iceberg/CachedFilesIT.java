package io.tiercel.cachefs.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.SettledCaches;
import io.tiercel.cachefs.TestServer;
import io.tiercel.testkit.s3.S3Server;
import io.tiercel.testkit.s3.SharedLink;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileRange;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.io.SupportsStorageCredentials;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Reads of one file on S3 in all the ways that Iceberg has, and files that change. */
@ExtendWith(SettledCaches.class)
final class CachedFilesIT {
    private static final int PAGE = Tables.PAGE;
    private static final int LENGTH = 10 * PAGE + 1234;
    private static final String KEY = "files/file";
    private static final String FILE = "s3://" + TestServer.ICEBERG + "/" + KEY;

    @TempDir
    private Path directory;

    private SharedLink link;
    private FileIO io;
    private final byte[] content = random(1);

    @BeforeEach
    void open() throws Exception {
        put(content);
        link = SharedLink.to(TestServer.get().port(), 0);
        io = io(Map.of());
    }

    @AfterEach
    void close() {
        io.close();
        link.close();
    }

    private FileIO io(Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(S3Server.icebergProperties(link.port()));
        properties.putAll(Tables.cached(directory));
        properties.putAll(more);
        return CatalogUtil.loadFileIO(CachingFileIO.class.getName(), properties, new Configuration(false));
    }

    private static byte[] random(long seed) {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static void put(byte[] bytes) throws Exception {
        TestServer.get().put(TestServer.ICEBERG, KEY, bytes);
    }

    private static byte[] read(InputFile file) throws IOException {
        try (SeekableInputStream in = file.newStream()) {
            return in.readAllBytes();
        }
    }

    private void warm() throws Exception {
        assertThat(read(io.newInputFile(FILE))).isEqualTo(content);
        Tables.flush(directory);
    }

    private byte[] part(int start, int length) {
        return Arrays.copyOfRange(content, start, start + length);
    }

    @Test
    void aFirstReadIsOneGetAndASecondIsNone() throws Exception {
        long heads = link.heads();
        long gets = link.gets();
        warm();
        assertThat(link.gets() - gets).isEqualTo(1);
        assertThat(link.heads() - heads).isEqualTo(1);
        warm();
        assertThat(link.gets() - gets).isEqualTo(1);
        assertThat(link.heads() - heads).isEqualTo(2);
    }

    @Test
    void anAnswerOfS3MayCountForLonger() throws Exception {
        warm();
        try (FileIO patient = io(Map.of(CacheKeys.RECHECK.name(), "10min"))) {
            long heads = link.heads();
            for (int i = 0; i < 3; i++) {
                assertThat(read(patient.newInputFile(FILE, LENGTH))).isEqualTo(content);
            }
            assertThat(link.heads() - heads).isEqualTo(1);
        }
    }

    @Test
    void theLengthOfAnOpenedFileIsKnown() throws Exception {
        long heads = link.heads();
        InputFile file = io.newInputFile(FILE);
        file.newStream().close();
        assertThat(file.getLength()).isEqualTo(LENGTH);
        assertThat(file.exists()).isTrue();
        assertThat(link.heads() - heads).isEqualTo(2);
        assertThat(io.newInputFile(FILE, 5).getLength())
                .as("what the manifest says")
                .isEqualTo(5);
    }

    @Test
    void positionedReadsBringWholePagesWithOneRequest() throws Exception {
        try (SeekableInputStream in = io.newInputFile(FILE, LENGTH).newStream()) {
            RangeReadable ranges = (RangeReadable) in;
            byte[] some = new byte[3 * PAGE];
            long gets = link.gets();
            ranges.readFully(PAGE + 10, some);
            assertThat(some).isEqualTo(part(PAGE + 10, 3 * PAGE));
            assertThat(link.gets() - gets).isEqualTo(1);
            Tables.flush(directory);
            ranges.readFully(PAGE, some);
            assertThat(some).isEqualTo(part(PAGE, 3 * PAGE));
            assertThat(link.gets() - gets).isEqualTo(1);

            byte[] tail = new byte[100];
            assertThat(ranges.readTail(tail)).isEqualTo(100);
            assertThat(tail).isEqualTo(part(LENGTH - 100, 100));
            assertThat(ranges.readTail(new byte[LENGTH + 7])).isEqualTo(LENGTH);

            List<FileRange> wanted =
                    List.of(new FileRange(new CompletableFuture<>(), 7L * PAGE, 50), range(5, 2 * PAGE));
            ranges.readVectored(wanted, ByteBuffer::allocate);
            assertThat(wanted.get(0).byteBuffer().get().array()).isEqualTo(part(7 * PAGE, 50));
            assertThat(wanted.get(1).byteBuffer().get().array()).isEqualTo(part(5, 2 * PAGE));
            assertThatThrownBy(() -> ranges.readFully(LENGTH - 1, new byte[2])).isInstanceOf(EOFException.class);
        }
    }

    private static FileRange range(long start, int length) {
        return new FileRange(new CompletableFuture<>(), start, length);
    }

    @Test
    void seeksGoAnywhere() throws Exception {
        SeekableInputStream in = io.newInputFile(FILE, LENGTH).newStream();
        try (in) {
            for (int position : new int[] {5 * PAGE + 3, 12, LENGTH - 1, 5 * PAGE, LENGTH}) {
                in.seek(position);
                assertThat(in.getPos()).isEqualTo(position);
                assertThat(in.read()).isEqualTo(position == LENGTH ? -1 : content[position] & 0xff);
            }
            assertThatThrownBy(() -> in.seek(-1)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(in::read).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFileThatIsNotThereIsS3FileIOsError() {
        InputFile file = io.newInputFile(FILE + "-none", 5);
        assertThatThrownBy(() -> read(file)).isInstanceOf(NotFoundException.class);
    }

    @Test
    void anotherVersionOfAFileIsReadAnew() throws Exception {
        warm();
        byte[] other = random(2);
        put(other);
        assertThat(read(io.newInputFile(FILE, LENGTH))).isEqualTo(other);
    }

    @Test
    void aReaderNeverSeesAMixtureOfTwoVersions() throws Exception {
        warm();
        put(random(2));
        try (SeekableInputStream in = io.newInputFile(FILE, LENGTH).newStream()) {
            byte[] page = new byte[PAGE];
            assertThat(in.readNBytes(page, 0, PAGE)).isEqualTo(PAGE);
            put(content);
            ((RangeReadable) in).readFully(0, page);
            assertThat(page).as("what has been read before").isEqualTo(Arrays.copyOf(random(2), PAGE));
            assertThatThrownBy(() -> ((RangeReadable) in).readFully(5L * PAGE, page))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching(
                            "s3://iceberg/files/file has changed while it was read: expected the version with"
                                    + " entity tag \"[0-9a-f]+\"");
        }
        Tables.flush(directory);
        assertThat(read(io.newInputFile(FILE, LENGTH))).isEqualTo(content);
    }

    @Test
    void aFileThatChangesBeforeItsFirstByteIsReadAsItIsNow() throws Exception {
        try (SeekableInputStream in = io.newInputFile(FILE, LENGTH).newStream()) {
            byte[] other = random(2);
            put(other);
            assertThat(in.readAllBytes()).isEqualTo(other);
        }
        Tables.flush(directory);
        put(content);
        assertThat(read(io.newInputFile(FILE, LENGTH)))
                .as("nothing wrong was kept")
                .isEqualTo(content);
    }

    @Test
    void anAnswerThatCountsForLongerShowsAnOldVersionButNoMixture() throws Exception {
        try (FileIO patient = io(Map.of(CacheKeys.RECHECK.name(), "10min"))) {
            assertThat(read(patient.newInputFile(FILE, LENGTH))).isEqualTo(content);
            Tables.flush(directory);
            put(random(2));
            assertThat(read(patient.newInputFile(FILE, LENGTH))).isEqualTo(content);
        }
    }

    /** The length is what a manifest says: another file lies there now. */
    @Test
    void aFileOfAnotherLengthIsReadWithoutTheCache() throws Exception {
        long gets = link.gets();
        assertThat(read(io.newInputFile(FILE, LENGTH - 1))).isEqualTo(content);
        assertThat(read(io.newInputFile(FILE, LENGTH - 1))).isEqualTo(content);
        assertThat(link.gets() - gets).isEqualTo(2);
    }

    @Test
    void aReaderWhoseSourceFailsIsHandedThrough() throws Exception {
        try (SeekableInputStream in = io.newInputFile(FILE, LENGTH).newStream()) {
            assertThat(in.readNBytes(PAGE)).isEqualTo(part(0, PAGE));
            link.cut(1);
            assertThat(in.readAllBytes()).isEqualTo(part(PAGE, LENGTH - PAGE));
        }
    }

    @Test
    void hitsCountAsReadInHadoopsStatistics() throws Exception {
        warm();
        long before = bytesRead();
        warm();
        assertThat(bytesRead() - before).isEqualTo(LENGTH);
    }

    @SuppressWarnings("deprecation") // Iceberg counts so.
    private static long bytesRead() {
        return FileSystem.getStatistics("s3", null).getBytesRead();
    }

    /** As a REST catalog gives them, for a prefix. */
    @Test
    void credentialsOfACatalogGoToTheSource() throws Exception {
        List<StorageCredential> credentials = List.of(StorageCredential.create(
                "s3://" + TestServer.ICEBERG,
                Map.of("s3.access-key-id", "catalogs", "s3.secret-access-key", "catalogs")));
        ((SupportsStorageCredentials) io).setCredentials(credentials);
        assertThat(((SupportsStorageCredentials) io).credentials()).isEqualTo(credentials);
        warm();
        long gets = link.gets();
        warm();
        assertThat(link.gets()).isEqualTo(gets);
    }

    /** The factory of clients is the user's in all these tests. Ours stands in front of it. */
    @Test
    void propertiesAreThoseOfTheCatalog() {
        assertThat(io.properties()).containsAllEntriesOf(S3Server.icebergProperties(link.port()));
    }
}
