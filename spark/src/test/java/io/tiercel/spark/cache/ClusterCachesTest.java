package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ClusterCachesTest {
    private static final Map<String, BitSet> PAGE = Map.of("name-version", BitSet.valueOf(new long[] {1}));

    private static final Map<String, BitSet> OTHERS =
            Map.of("nam", BitSet.valueOf(new long[] {1}), "other", BitSet.valueOf(new long[] {1}));
    private static final Set<String> NAMES = Set.of("any", "name");

    private final ClusterCaches caches = new ClusterCaches(100);
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void pagesThatANodeHeldBeforeAreFound() {
        assertThat(caches.runWhenFound(NAMES, runs::incrementAndGet)).isTrue();
        caches.holds("empty", Map.of(), true);
        caches.holds("unrelated", OTHERS, true);
        assertThat(runs).hasValue(0);
        caches.holds("full", PAGE, true);
        assertThat(runs).hasValue(1);
        caches.holds("other", PAGE, true);
        assertThat(runs).as("each task runs once").hasValue(1);
        assertThat(caches.runWhenFound(NAMES, runs::incrementAndGet)).isFalse();
        assertThat(runs).hasValue(1);
    }

    @Test
    void pagesThatTheApplicationBroughtInAreNotFound() {
        assertThat(caches.runWhenFound(NAMES, runs::incrementAndGet)).isTrue();
        caches.holds("node", PAGE, false);
        caches.holds("node", PAGE, true);
        assertThat(runs).hasValue(0);
        assertThat(caches.runWhenFound(NAMES, runs::incrementAndGet))
                .as("asked again, they count")
                .isFalse();
    }

    @Test
    void aTaskThatIsCancelledDoesNotRun() {
        Runnable task = runs::incrementAndGet;
        assertThat(caches.runWhenFound(NAMES, task)).isTrue();
        caches.cancel(task);
        caches.holds("full", PAGE, true);
        assertThat(runs).hasValue(0);
    }
}
