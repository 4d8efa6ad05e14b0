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

    private static void bring(NodeCache cache, int page) throws InterruptedException {
        cache.begin(OBJECT, page).orElseThrow().complete(new byte[OBJECT.length(page)]);
        cache.flush();
    }
}
