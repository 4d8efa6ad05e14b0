package io.tiercel.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MappingLimitTest {
    @TempDir
    private Path proc;

    @Test
    void isTheKernelsLimitAndWhatTheProcessHas() throws IOException {
        Files.createDirectories(proc.resolve("sys/vm"));
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("sys/vm/max_map_count"), "100\n");
        Files.writeString(proc.resolve("self/maps"), "7f00-7f01 r--p /a\n7f01-7f02 r--p /b\n");
        assertThat(MappingLimit.read(proc)).isEqualTo(new MappingLimit(100, 2));
        assertThat(MappingLimit.read(proc).free()).isEqualTo(98);
        assertThat(new MappingLimit(100, 120).free()).isZero();
    }

    @Test
    void isTheUsualOneWhereNothingCanBeRead() {
        assertThat(MappingLimit.read(proc)).isEqualTo(new MappingLimit(65_530, 0));
    }

    /** A locked file is one mapping in the kernel's count, two while it is locked in part. */
    @Test
    void countsWhatAPinnedFileTakes() throws IOException {
        Path file = PageCacheFiles.write(PageCacheFiles.directory().resolve("blk_1"), 3 * Pages.SIZE);
        try (PinnedFile pinned = PinnedFile.map(file, new PageCacheQuery())) {
            assertThat(mappingsOf(file)).isEqualTo(1);
            pinned.lock(0, Pages.SIZE);
            assertThat(mappingsOf(file)).isEqualTo(2);
            pinned.lock(Pages.SIZE, 2L * Pages.SIZE);
            assertThat(mappingsOf(file)).isEqualTo(1);
        }
        assertThat(mappingsOf(file)).isZero();
        assertThat(MappingLimit.read().used()).isPositive();
    }

    private static long mappingsOf(Path file) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.endsWith(file.toString())).count();
        }
    }

    /** As the kernel's own tool reads it. */
    @Test
    void theKernelsLimitIsReadInFull() throws Exception {
        Process cat = new ProcessBuilder("cat", "/proc/sys/vm/max_map_count").start();
        long most = Long.parseLong(new String(cat.getInputStream().readAllBytes()).strip());

        assertThat(MappingLimit.read().most()).isEqualTo(most);
        assertThat(MappingLimit.read().used()).isBetween(1L, most);
    }
}
