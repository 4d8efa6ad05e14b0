package io.tiercel.testkit.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EmulatedPageCacheTest {
    private final List<Path> dropped = new ArrayList<>();
    private final Set<Path> locked = new HashSet<>();
    private final EmulatedPageCache cache = new EmulatedPageCache(file -> {
        dropped.add(file);
        return locked.contains(file) ? 10 : 0;
    });

    private static Path file(String name) {
        return Path.of("/", name);
    }

    private void read(String... names) throws IOException {
        for (String name : names) {
            cache.read(file(name), 10);
        }
    }

    @Test
    void withoutABudgetEverythingStays() throws IOException {
        read("a", "b", "c");
        assertThat(dropped).isEmpty();
    }

    @Test
    void whatWasReadLongestAgoGoesFirst() throws IOException {
        cache.budget(30);
        read("a", "b", "c", "a", "d", "e");
        assertThat(dropped).containsExactly(file("b"), file("c"));
    }

    @Test
    void aSmallerBudgetCountsAtOnce() throws IOException {
        read("a", "b", "c");
        cache.budget(15);
        assertThat(dropped).containsExactly(file("a"), file("b"));
    }

    @Test
    void whatIsLockedStaysAndCounts() throws IOException {
        locked.add(file("a"));
        cache.budget(30);
        read("a", "b", "c", "d");
        assertThat(dropped).containsExactly(file("a"), file("b"));
    }

    @Test
    void afterAllWasDroppedItIsEmpty() throws IOException {
        cache.budget(20);
        read("a", "b");
        cache.clear();
        read("c", "d");
        assertThat(dropped).isEmpty();
    }
}
