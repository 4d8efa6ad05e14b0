package io.tiercel.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.spark.cache.CacheTransfers.Part;
import io.tiercel.spark.cache.TransferDestinations.Executor;
import io.tiercel.transfer.TransferScheduler;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Two hosts, of which the first has two executors; parts of ten pages. */
final class TransferDestinationsTest {
    private static final int PAGE = 100;
    private static final int PAGES = 10;

    private final ClusterCaches caches = new ClusterCaches(PAGE);
    private final TransferDestinations destinations =
            new TransferDestinations(List.of(new Executor("a", 7), new Executor("a", 8), new Executor("b", 9)));

    private static Part part(int file) {
        PagedObject object = new PagedObject(new ObjectVersion("b", "f" + file, "tag", PAGE * PAGES), PAGE);
        return new Part(new Path("s3a://b/f" + file), object, 0, PAGE * PAGES);
    }

    private void hold(String host, int file, int pages) {
        BitSet held = new BitSet();
        held.set(0, pages);
        caches.holds(host, Map.of(part(file).object().id(), held), false);
    }

    @Test
    void missingInputGoesWhereTheLeastIsCached() {
        hold("a", 0, PAGES);
        hold("a", 1, PAGES);
        hold("a", 2, PAGES);
        List<Part> none = List.of();
        int[] nodes = destinations.of(
                List.of(none, none, none, List.of(part(3)), List.of(part(4)), List.of(part(5))),
                List.of(List.of(part(0)), List.of(part(1)), List.of(part(2)), none, none, none),
                caches);
        assertThat(nodes)
                .as("two, one and no task were there")
                .startsWith(7, 8, 7)
                .endsWith(9, 8, 9);
    }

    @Test
    void aTaskGoesWhereMostOfItsInputIs() {
        hold("b", 0, PAGES);
        hold("a", 1, 1);
        int[] nodes = destinations.of(
                List.of(List.of(part(2)), List.of(part(3))), List.of(List.of(part(0)), List.of(part(1))), caches);
        assertThat(nodes).as("a tenth of the second one's input is no reason").containsExactly(9, 7);
    }

    @Test
    void tasksThatShareInputGoToOneNode() {
        List<List<Part>> nothing = List.of(List.of(), List.of());
        assertThat(destinations.of(List.of(List.of(part(0)), List.of(part(1), part(0))), nothing, caches))
                .containsExactly(7, 7);
    }

    @Test
    void withoutExecutorsAnyNodeWillDo() {
        assertThat(new TransferDestinations(List.of()).of(List.of(List.of(part(0))), List.of(List.of()), caches))
                .containsExactly(TransferScheduler.ANY_NODE);
    }
}
