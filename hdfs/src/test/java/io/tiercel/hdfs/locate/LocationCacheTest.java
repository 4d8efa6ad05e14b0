package io.tiercel.hdfs.locate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.hdfs.locate.FileRange.FileVersion;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class LocationCacheTest {
    private static final FileVersion VERSION = new FileVersion(1, 1);
    private final LocationCache cache = new LocationCache(1_000, 10);

    private static LocationCache.Key key(String file) {
        return new LocationCache.Key("me", new Path(file));
    }

    private static FileBlocks blocks(int count) {
        FileBlocks.Extent extent = new FileBlocks.Extent(0, 1, List.of(), null);
        return new FileBlocks(VERSION, java.util.Collections.nCopies(count, extent));
    }

    private boolean has(String file) {
        return cache.get(key(file), VERSION, 0) != null;
    }

    @Test
    void theLeastRecentlyUsedGoFirst() {
        cache.put(key("/a"), blocks(4), 0);
        cache.put(key("/b"), blocks(2), 0);
        assertThat(has("/a")).isTrue();
        cache.put(key("/c"), blocks(3), 0);
        assertThat(List.of(has("/a"), has("/b"), has("/c"))).containsExactly(true, false, true);
    }

    @Test
    void aFileLargerThanTheCacheDoesNotStay() {
        cache.put(key("/a"), blocks(1), 0);
        cache.put(key("/huge"), blocks(11), 0);
        assertThat(cache.size()).isZero();
        cache.put(key("/a"), blocks(9), 0);
        assertThat(has("/a")).as("its weight was given back").isTrue();
    }

    @Test
    void aNewAnswerReplacesTheOld() {
        cache.put(key("/a"), blocks(9), 0);
        cache.put(key("/a"), blocks(9), 0);
        assertThat(cache.size()).isEqualTo(1);
    }

    @Test
    void entriesEnd() {
        cache.put(key("/a"), blocks(1), 500);
        assertThat(cache.get(key("/a"), VERSION, 1_499)).isNotNull();
        assertThat(cache.get(key("/a"), VERSION, 1_500)).isNull();
        assertThat(cache.size()).isZero();
    }
}
