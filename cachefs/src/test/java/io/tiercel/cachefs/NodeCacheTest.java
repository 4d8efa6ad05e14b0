package io.tiercel.cachefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cachefs.store.PagedObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeCacheTest {
    private static final PagedObject OBJECT = new PagedObject(new ObjectVersion("bucket", "key", "tag", 5000), 1000);

    @TempDir
    private Path directory;

    private final AtomicLong nanos = new AtomicLong();

    /** A file in the place of a directory stands for a disk that refuses pages: nothing else stops root. */
    @Test
    void aDiskThatRefusesPagesIsLeftAloneForAMinuteAndTriedAgain() throws Exception {
        NodeCache cache = new NodeCache(
                PageStore.open(directory.resolve("cache"), 1 << 20, Eviction.SIEVE, InstantSource.system()),
                nanos::get);
        Path unfinished = directory.resolve("cache/unfinished");
        bring(cache, 0);
        assertThat(cache.has(OBJECT, 0)).isTrue();

        Files.delete(unfinished);
        Files.createFile(unfinished);
        bring(cache, 1);
        assertThat(cache.has(OBJECT, 1)).isFalse();
        assertThatThrownBy(cache::awaitKept).isInstanceOf(IOException.class);

        Files.delete(unfinished);
        Files.createDirectory(unfinished);
        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        bring(cache, 2);
        assertThat(cache.has(OBJECT, 2)).as("within the minute").isFalse();

        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        bring(cache, 2);
        assertThat(cache.has(OBJECT, 2)).as("after the minute").isTrue();
        ByteBuffer page = ByteBuffer.allocate(2000).put(0, (byte) 1);
        assertThat(cache.read(OBJECT, 0, page)).isTrue();
        assertThat(page).isEqualTo(ByteBuffer.allocate(1000));
        cache.awaitKept();
    }

    /** A file is replaced while a reader goes on with the old one. */
    @Test
    void onlyTheVersionThatWasOpenedLastDeletesOthers() throws Exception {
        NodeCache cache = new NodeCache(
                PageStore.open(directory.resolve("cache"), 1 << 20, Eviction.SIEVE, InstantSource.system()),
                nanos::get);
        PagedObject next = new PagedObject(new ObjectVersion("bucket", "key", "next", 5000), 1000);
        cache.noteOpened(OBJECT);
        bring(cache, OBJECT, 0);
        cache.noteOpened(next);
        bring(cache, OBJECT, 1);
        assertThat(cache.has(OBJECT, 0))
                .as("no page of the next version is here")
                .isTrue();
        bring(cache, next, 0);
        assertThat(cache.contents()).containsOnlyKeys(next.id());
        bring(cache, OBJECT, 2);
        bring(cache, next, 1);
        assertThat(cache.has(next, 0)).isTrue();
        cache.noteOpened(OBJECT);
        bring(cache, OBJECT, 3);
        assertThat(cache.contents()).containsOnlyKeys(OBJECT.id());
    }

    private static void bring(NodeCache cache, int page) throws InterruptedException {
        bring(cache, OBJECT, page);
    }

    private static void bring(NodeCache cache, PagedObject object, int page) throws InterruptedException {
        cache.begin(object, page).orElseThrow().complete(new byte[object.length(page)]);
        cache.flush();
    }
}
