package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.cache.CacheTransfers.Part;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Files have ten pages. Host a holds them all, host b those from 5 on. */
final class PlannedPagesTest {
    private static final int PAGE = 100;

    private final ClusterCaches caches = new ClusterCaches(PAGE);
    private final PlannedPages planned = new PlannedPages(caches);

    private static PagedObject object(String key) {
        return new PagedObject(new ObjectVersion("b", key, "tag", 10 * PAGE), PAGE);
    }

    private static Part part(String key, int firstPage, int endPage) {
        return new Part(new Path("s3a://b/" + key), object(key), firstPage * PAGE, endPage * PAGE);
    }

    private static BitSet pages(int first, int end) {
        BitSet pages = new BitSet();
        pages.set(first, end);
        return pages;
    }

    private void hold(String key) {
        caches.holds("a", Map.of(object(key).id(), pages(0, 10)), false);
        caches.holds("b", Map.of(object(key).id(), pages(5, 10)), false);
    }

    private Optional<Map<String, BitSet>> news(String executor, String host, double now) {
        return planned.news(executor, host, now);
    }

    @Test
    void eachNodeKeepsWhatItHasOfWhatTasksAreGoingToRead() {
        hold("f");
        assertThat(news("1", "a", 0))
                .as("it may keep pages of an answer before")
                .contains(Map.of());
        planned.begin(List.of(List.of(part("f", 0, 4)), List.of(part("f", 4, 7)), List.of(part("g", 0, 10))), 0);
        assertThat(news("1", "a", 1)).contains(Map.of(object("f").id(), pages(0, 7)));
        assertThat(news("2", "b", 1)).contains(Map.of(object("f").id(), pages(5, 7)));
        assertThat(news("1", "a", 2)).as("it knows").isEmpty();
        assertThat(news("3", "a", 2)).as("a further executor of the node").isPresent();
        assertThat(news("4", "c", 2)).as("a node without a page").contains(Map.of());
        assertThat(news("4", "c", 3)).isEmpty();
    }

    @Test
    void pagesThatTasksHaveReadMayGo() {
        hold("f");
        PlannedStage stage = planned.begin(List.of(List.of(part("f", 0, 4)), List.of(part("f", 3, 7))), 0);
        news("1", "a", 0);
        stage.ended(0);
        assertThat(news("1", "a", 0.5)).as("not more often than each second").isEmpty();
        assertThat(news("1", "a", 1)).contains(Map.of(object("f").id(), pages(3, 7)));
        stage.close();
        assertThat(news("1", "a", 2)).contains(Map.of());
        assertThat(news("1", "a", 3)).isEmpty();
    }

    @Test
    void pagesThatAreOnTheirWayAreKept() {
        planned.begin(List.of(List.of(part("f", 0, 10))), 0);
        assertThat(news("1", "a", 0)).contains(Map.of());
        caches.expect("a", object("f"), 2, 3);
        assertThat(news("1", "a", 1)).contains(Map.of(object("f").id(), pages(2, 4)));
    }

    @Test
    void thoseOfTheFirstStageAndItsFirstTasksComeFirst() {
        List<String> keys = List.of("z", "c", "m", "a");
        keys.forEach(this::hold);
        planned.begin(List.of(List.of(part("z", 0, 1)), List.of(part("c", 0, 1))), 0);
        planned.begin(List.of(List.of(part("m", 0, 1)), List.of(part("c", 0, 1), part("a", 0, 1))), 0);
        assertThat(new ArrayList<>(news("1", "a", 0).orElseThrow().keySet()))
                .isEqualTo(keys.stream().map(key -> object(key).id()).toList());
    }

    @Test
    void anExecutorThatMissedAnAnswerHearsItAgain() {
        hold("f");
        planned.begin(List.of(List.of(part("f", 0, 4))), 0);
        assertThat(news("1", "a", 0)).isPresent();
        planned.forget("1");
        assertThat(news("1", "a", 0.25)).isPresent();
    }

    /** The stage ends while the executor does not hear; its next report is whole. */
    @Test
    void anExecutorThatMissedTheLastEndHearsThatNothingIsPlanned() {
        hold("f");
        PlannedStage stage = planned.begin(List.of(List.of(part("f", 0, 4))), 0);
        assertThat(news("1", "a", 0)).isPresent();
        stage.close();
        planned.forget("1");
        assertThat(news("1", "a", 1)).contains(Map.of());
    }
}
