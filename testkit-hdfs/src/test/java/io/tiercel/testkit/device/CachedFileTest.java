package io.tiercel.testkit.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against the real kernel, on the disk that holds the build. */
class CachedFileTest {
    private static final int PAGE = 4096;
    private static final int PAGES = 256;
    private static final int LENGTH = PAGES * PAGE - 100;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.createTempFile(Path.of("target"), "blk_", "");
        assumeThat(Files.getFileStore(file).type())
                .as("a file system that can drop pages")
                .isNotEqualTo("tmpfs");
        Files.write(file, new byte[LENGTH]);
    }

    @AfterEach
    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    @Test
    void seesWhatWasWrittenAsResidentAndEvictsItAlthoughDirty() throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            CachedFile cached = new CachedFile(open.getFD());
            assertThat(cached.missingBytes(0, LENGTH)).isZero();
            cached.evict(LENGTH);
            assertThat(cached.residentBytes(LENGTH)).isZero();
            assertThat(cached.missingBytes(0, LENGTH)).isEqualTo(LENGTH);
        }
    }

    @Test
    void aReadBringsInItsOwnPagesAndNoOthers() throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            CachedFile cached = new CachedFile(open.getFD());
            cached.evict(LENGTH);
            cached.withoutReadahead();
            open.seek(10 * PAGE);
            open.readFully(new byte[32 * PAGE]);
            assertThat(cached.residentBytes(LENGTH)).isEqualTo(32 * PAGE);
            assertThat(cached.missingBytes(9 * PAGE, 2 * PAGE)).isEqualTo(PAGE);
            assertThat(cached.missingBytes(10 * PAGE + 5, PAGE)).isZero();
        }
    }

    @Test
    void aColdFileIsChargedExactlyOnce() throws IOException {
        EmulatedDevice device = new EmulatedDevice("disk", "DISK", new TokenBucket(0));
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            new CachedFile(open.getFD()).evict(LENGTH);
        }
        read(device, 128 * 1024);
        assertThat(device.counters()).isEqualTo("disk\tDISK\t1\t" + LENGTH + "\t0");
        read(device, 5_000);
        assertThat(device.counters()).isEqualTo("disk\tDISK\t2\t" + LENGTH + "\t" + LENGTH);
    }

    private void read(EmulatedDevice device, int bufferSize) throws IOException {
        FileInputStream in = new FileInputStream(file.toFile());
        CachedFile cached = new CachedFile(in.getFD());
        cached.withoutReadahead();
        byte[] buffer = new byte[bufferSize];
        try (EmulatedDeviceStream stream = new EmulatedDeviceStream(in, device, cached, () -> {})) {
            while (stream.read(buffer) > 0) {}
        }
    }
}
