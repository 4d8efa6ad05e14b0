package io.tiercel.cachefs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.peer.Neighbours;
import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.peer.PageServer;
import io.tiercel.cachefs.peer.Peer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes with a cache each. The file is in the first one's; the second one reads it, over S3A's API. */
final class NeighbourReadsIT extends OverS3Server {
    private static final byte[] SECRET = new byte[32];

    private NodeCache second;
    private PageServer server;
    private long gets;

    @BeforeEach
    void warmTheFirst() throws Exception {
        try (FileSystem files = open(conf("first"))) {
            assertThat(read(files)).isEqualTo(content);
        }
        flush("first");
        NodeCache first = NodeCaches.of(CacheSettings.read(conf("first"))).orElseThrow();
        server = PageServer.start(first.store(), SECRET, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        second = NodeCaches.of(CacheSettings.read(conf("second"))).orElseThrow();
        BitSet pages = new BitSet();
        pages.set(0, 11);
        List<Holder> holders = List.of(new Holder(new Peer("127.0.0.1", server.port()), pages));
        second.setNeighbours(new Neighbours(object -> holders, SECRET, Runnable::run, System::nanoTime));
        gets = link.gets();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private long requests() {
        return link.gets() - gets;
    }

    @Test
    void sequentialReadsSendNoRequestAndKeepThePages() throws Exception {
        long before = FileSystem.getGlobalStorageStatistics().get("s3a").getLong("bytesRead");
        try (FileSystem files = open(conf("second"))) {
            assertThat(read(files)).isEqualTo(content);
        }
        assertThat(FileSystem.getGlobalStorageStatistics().get("s3a").getLong("bytesRead") - before)
                .isEqualTo(LENGTH);
        assertThat(requests()).isZero();
        assertThat(second.counts().neighbourBytes()).isEqualTo(LENGTH);
        flush("second");
        assertThat(pages("second")).hasSize(11);
        server.close();
        try (FileSystem files = open(conf("second"))) {
            assertThat(read(files)).isEqualTo(content);
        }
        assertThat(requests()).isZero();
    }

    @Test
    void positionedReadsSendNoRequest() throws Exception {
        try (FileSystem files = open(conf("second"));
                FSDataInputStream in = files.open(path())) {
            byte[] some = new byte[5 * PAGE];
            in.readFully(2 * PAGE + 10, some);
            assertThat(some).isEqualTo(Arrays.copyOfRange(content, 2 * PAGE + 10, 7 * PAGE + 10));
        }
        assertThat(requests()).isZero();
    }

    @Test
    void vectoredReadsSendNoRequest() throws Exception {
        readVectored();
        assertThat(requests()).isZero();
        assertThat(second.counts().neighbourBytes()).isEqualTo(5 * PAGE);
    }

    private void readVectored() throws Exception {
        try (FileSystem files = open(conf("second"));
                FSDataInputStream in = files.open(path())) {
            List<FileRange> ranges =
                    List.of(FileRange.createFileRange(5, 3 * PAGE), FileRange.createFileRange(6 * PAGE + 7, 100));
            in.readVectored(ranges, ByteBuffer::allocate);
            for (FileRange range : ranges) {
                byte[] bytes = new byte[range.getLength()];
                range.getData().get(30, TimeUnit.SECONDS).get(bytes);
                assertThat(bytes)
                        .isEqualTo(Arrays.copyOfRange(
                                content, (int) range.getOffset(), (int) range.getOffset() + range.getLength()));
            }
        }
    }

    /** The third page is damaged. The rest of its range comes with one request. */
    @Test
    void aNeighbourThatFailsInTheMiddleCostsTheSourcesRequests() throws Exception {
        damage(2);
        readVectored();
        assertThat(requests()).as("one range").isEqualTo(1);
        assertThat(second.counts().neighbourBytes()).isEqualTo(3 * PAGE);
        try (FileSystem files = open(conf("second"))) {
            assertThat(read(files)).isEqualTo(content);
        }
    }

    @Test
    void aNeighbourThatIsGoneIsNoError() throws Exception {
        server.close();
        try (FileSystem files = open(conf("second"))) {
            assertThat(read(files)).isEqualTo(content);
        }
        assertThat(requests()).isEqualTo(1);
        assertThat(second.counts().sourceBytes()).isEqualTo(LENGTH);
    }

    private void damage(int page) throws IOException {
        Path file = pages("first").stream()
                .filter(each -> each.getFileName().toString().endsWith("-" + page))
                .findFirst()
                .orElseThrow();
        byte[] bytes = Files.readAllBytes(file);
        bytes[1000] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void anotherVersionIsNotReadFromANeighbour() throws Exception {
        byte[] other = random(2);
        put(other);
        try (FileSystem files = open(conf("second"))) {
            assertThat(read(files)).isEqualTo(other);
        }
        assertThat(requests()).isEqualTo(1);
    }

    @Test
    void transfersReadTheSource() throws Exception {
        try (FileSystem files = open(conf("second"));
                FSDataInputStream filled = files.open(path())) {
            ((CacheFiller) filled.getWrappedStream()).fill(0, LENGTH, bytes -> {});
        }
        assertThat(requests()).isEqualTo(1);
        assertThat(second.counts().neighbourBytes()).isZero();
    }
}
