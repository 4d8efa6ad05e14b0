package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.store.PagedObject;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ClusterCachesTest {
    private static final String NAME = PagedObject.name("bucket", "key");
    private static final Set<String> NAMES = Set.of(NAME, PagedObject.name("bucket", "other"));
    private static final Map<String, BitSet> PAGE = Map.of(NAME + "version", BitSet.valueOf(new long[] {1}));
    private static final Map<String, BitSet> OTHERS =
            Map.of(PagedObject.name("bucket", "unrelated") + "version", BitSet.valueOf(new long[] {1}));

    private final ClusterCaches caches = new ClusterCaches(100);
    private final AtomicInteger runs = new AtomicInteger();
    private final Runnable task = runs::incrementAndGet;

    @Test
    void aTaskRunsOnceWhenPagesOfItsObjectsAreHeld() {
        assertThat(caches.isAnyKnown()).isFalse();
        assertThat(caches.awaitPages(NAMES, task)).isTrue();
        caches.holds("empty", Map.of(), true);
        caches.holds("unrelated", OTHERS, true);
        assertThat(caches.isAnyKnown()).isTrue();
        assertThat(runs).hasValue(0);
        caches.holds("node", PAGE, false);
        assertThat(runs).hasValue(1);
        caches.holds("other", PAGE, true);
        assertThat(runs).as("each task runs once").hasValue(1);
        assertThat(caches.awaitPages(NAMES, task)).as("they are held").isFalse();
        assertThat(runs).hasValue(1);
    }

    @Test
    void whatAReadingStageBringsInIsNoNewsToIt() {
        assertThat(caches.awaitPages(NAMES, task)).isTrue();
        caches.reads(task);
        caches.holds("node", PAGE, false);
        caches.holds("node", PAGE, true);
        assertThat(runs).hasValue(0);
        caches.holds("late", PAGE, true);
        assertThat(runs).as("a node that is heard first").hasValue(1);
    }

    @Test
    void aTaskThatIsCancelledDoesNotRun() {
        assertThat(caches.awaitPages(NAMES, task)).isTrue();
        caches.cancel(task);
        caches.reads(task);
        caches.holds("full", PAGE, true);
        assertThat(runs).hasValue(0);
    }
}
