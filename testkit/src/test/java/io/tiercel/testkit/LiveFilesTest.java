package io.tiercel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveFilesTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        for (String name : List.of("c", "a", "b")) {
            Files.createDirectories(directory.resolve(name));
            Files.writeString(directory.resolve(name).resolve("blk_1"), name);
            Files.writeString(directory.resolve(name).resolve("blk_1.meta"), name);
        }
    }

    @Test
    void findsFilesInOrder() throws IOException {
        assertThat(LiveFiles.named("blk_\\d+", directory))
                .extracting(file -> directory.relativize(file).toString())
                .containsExactly("a/blk_1", "b/blk_1", "c/blk_1");
    }

    @Test
    void leavesOutWhatGoesMeanwhile() throws IOException {
        assertThat(LiveFiles.below(directory, file -> deleteAllBut(file.getParent())))
                .hasSize(2);
    }

    private boolean deleteAllBut(Path kept) {
        for (String name : List.of("a", "b", "c")) {
            Path other = directory.resolve(name);
            if (!other.equals(kept)) {
                try {
                    Files.deleteIfExists(other.resolve("blk_1"));
                    Files.deleteIfExists(other.resolve("blk_1.meta"));
                    Files.deleteIfExists(other);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return true;
    }

    @Test
    void findsNothingWhereThereIsNothing() throws IOException {
        assertThat(LiveFiles.named(".*", directory.resolve("absent"))).isEmpty();
    }
}
