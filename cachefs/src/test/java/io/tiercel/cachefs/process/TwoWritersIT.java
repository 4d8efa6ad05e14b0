package io.tiercel.cachefs.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.CacheKeys;
import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.SharedObjects;
import io.tiercel.cachefs.mount.SettledLocalFileSystem;
import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cachefs.store.PagedObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes bring the same file into the same cache at the same time. */
final class TwoWritersIT {
    private static final int PAGE = 64 << 10;
    private static final int ROUNDS = 8;

    @TempDir
    private Path directory;

    private final byte[] content = new byte[40 * PAGE + 17];
    private Path file;

    @BeforeEach
    void write() throws IOException {
        new Random(3).nextBytes(content);
        file = Files.createDirectories(directory.resolve("mount")).resolve("file");
        Files.write(file, content);
    }

    private ReaderProcess start(long budget, String log) throws IOException {
        Map<String, String> conf = new HashMap<>(Map.of(
                "fs.file.impl",
                SettledLocalFileSystem.class.getName(),
                CacheKeys.MOUNTS.name(),
                file.getParent().toString(),
                CacheKeys.PAGE.name(),
                Integer.toString(PAGE),
                CacheKeys.BUDGET.name(),
                Long.toString(budget),
                CacheKeys.DIRECTORY.name(),
                directory.resolve("cache").toString()));
        return ReaderProcess.start(
                List.of(), ReaderProcess.classPath(), file.toUri().toString(), conf, directory.resolve(log));
    }

    private static CompletableFuture<List<String>> readAgainAndAgain(ReaderProcess reader) {
        return CompletableFuture.supplyAsync(() -> {
            List<String> sums = new ArrayList<>();
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    sums.add(reader.ask("open", "read"));
                }
                reader.ask("flush");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return sums;
        });
    }

    /** Pages that are right, of all; fails if there is one that is not. */
    private int rightPages() throws IOException {
        Path cache = NodeCaches.ofUser(directory.resolve("cache"));
        PageStore store = PageStore.open(cache, Long.MAX_VALUE, Eviction.SIEVE, InstantSource.system());
        PagedObject object = new PagedObject(
                SharedObjects.fileVersion(
                        file.toString(),
                        content.length,
                        Files.getLastModifiedTime(file).toMillis()),
                PAGE);
        int right = 0;
        for (int page = 0; page < object.pages(); page++) {
            ByteBuffer bytes = ByteBuffer.allocate(PAGE);
            if (store.read(object, page, bytes)) {
                int from = page * PAGE;
                assertThat(Arrays.copyOf(bytes.array(), bytes.remaining()))
                        .isEqualTo(Arrays.copyOfRange(content, from, from + bytes.remaining()));
                right++;
            }
        }
        assertThat(store.contents().values().stream().mapToInt(BitSet::cardinality))
                .as("pages of this version only")
                .containsOnly(right);
        assertThat(store.usedBytes()).isEqualTo(PageStore.bytesIn(cache));
        return right;
    }

    @Test
    void theCacheHoldsTheFileOnce() throws Exception {
        try (ReaderProcess one = start(1 << 30, "one");
                ReaderProcess other = start(1 << 30, "other")) {
            CompletableFuture<List<String>> first = readAgainAndAgain(one);
            CompletableFuture<List<String>> second = readAgainAndAgain(other);
            assertThat(first.get()).hasSize(ROUNDS).containsOnly(ReaderMain.sum(content));
            assertThat(second.get()).hasSize(ROUNDS).containsOnly(ReaderMain.sum(content));
        }
        assertThat(rightPages()).isEqualTo(41);
    }

    /** The budget has room for a quarter of the file, so that both write and delete all the time. One is killed while it does. */
    @Test
    void theBudgetHoldsForBothAlsoIfOneIsKilled() throws Exception {
        long budget = 10 * PAGE;
        try (ReaderProcess one = start(budget, "one")) {
            CompletableFuture<List<String>> first;
            try (ReaderProcess other = start(budget, "other")) {
                first = readAgainAndAgain(one);
                assertThat(other.ask("open", "read", "open", "read")).isEqualTo(ReaderMain.sum(content));
                CompletableFuture<List<String>> ignored = readAgainAndAgain(other);
                assertThat(ignored).isNotNull();
            }
            assertThat(first.get()).hasSize(ROUNDS).containsOnly(ReaderMain.sum(content));
            assertThat(readAgainAndAgain(one).get()).containsOnly(ReaderMain.sum(content));
        }
        assertThat(rightPages()).isBetween(1, 10);
    }
}
