package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the real kernel; so little that any user may lock it. */
class PinnedFileTest {
    private static final int LENGTH = 8 * Pages.SIZE - 100;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        Path directory = PageCacheFiles.directory();
        assumeThat(Files.getFileStore(directory).type()).isNotEqualTo("tmpfs");
        file = PageCacheFiles.write(directory.resolve("blk_1"), LENGTH);
    }

    @AfterEach
    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsLockedStaysUntilItIsClosed(boolean mincore) throws IOException {
        PageCacheQuery residency = new PageCacheQuery(mincore);
        long before = LockLimit.read().locked();
        PageCacheFiles.evict(file);
        assertThat(residency.residentBytes(file, LENGTH)).isZero();
        try (PinnedFile pinned = PinnedFile.map(file, residency)) {
            assertThat(pinned.residentBytes(0, LENGTH)).isZero();
            pinned.lock(0, 4L * Pages.SIZE);
            assertThat(LockLimit.read().locked() - before).isEqualTo(4L * Pages.SIZE);
            pinned.lock(4L * Pages.SIZE, LENGTH - 4L * Pages.SIZE);
            PageCacheFiles.evict(file);
            assertThat(pinned.finish()).isEqualTo(LENGTH);
            assertThat(LockLimit.read().locked() - before).isEqualTo(PinnedFile.lockedBytes(LENGTH));
        }
        assertThat(LockLimit.read().locked()).isEqualTo(before);
        PageCacheFiles.evict(file);
        assertThat(residency.residentBytes(file, LENGTH)).isZero();
    }

    @Test
    void seesWhichPiecesAreInMemory() throws IOException {
        PageCacheQuery residency = new PageCacheQuery();
        PageCacheFiles.evict(file);
        try (PinnedFile pinned = PinnedFile.map(file, residency)) {
            pinned.lock(0, 2L * Pages.SIZE);
            assertThat(pinned.residentBytes(0, 2L * Pages.SIZE)).isEqualTo(2L * Pages.SIZE);
        }
    }

    @Test
    void knowsWhetherThePathStillNamesIt() throws IOException {
        Path other = file.resolveSibling("blk_2");
        try (PinnedFile pinned = PinnedFile.map(file, new PageCacheQuery())) {
            assertThat(pinned.isStillAt(file)).isTrue();
            Files.move(file, other);
            assertThat(pinned.isStillAt(file)).isFalse();
            assertThat(pinned.isStillAt(other)).isTrue();
            PageCacheFiles.write(file, LENGTH);
            assertThat(pinned.isStillAt(file)).as("another file of that name").isFalse();
            PageCacheFiles.write(other, LENGTH + 1);
            assertThat(pinned.isStillAt(other)).as("grown").isFalse();
        } finally {
            Files.delete(other);
        }
    }

    @Test
    void anEmptyFileHasNothingToLock() throws IOException {
        Path empty = PageCacheFiles.write(file.resolveSibling("empty"), 0);
        try (PinnedFile pinned = PinnedFile.map(empty, new PageCacheQuery())) {
            pinned.lock(0, 0);
            assertThat(pinned.finish()).isZero();
        }
    }

    @Test
    void refusesToLockOnceClosed() throws IOException {
        PinnedFile pinned = PinnedFile.map(file, new PageCacheQuery());
        pinned.close();
        pinned.close();
        assertThatThrownBy(() -> pinned.lock(0, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unpinned");
    }

    @Test
    void aFileThatIsGoneIsSaidToBe() {
        Path gone = file.resolveSibling("gone");
        assertThatThrownBy(() -> PinnedFile.map(gone, new PageCacheQuery())).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> new PageCacheQuery().residentBytes(gone, 1)).isInstanceOf(NoSuchFileException.class);
    }
}
