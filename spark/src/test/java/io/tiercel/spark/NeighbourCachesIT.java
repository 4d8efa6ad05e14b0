package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.apps.SumLines;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All input is in one node's cache, and tasks run on every node, as Spark's own scheduler places them. */
@Order(TieredClusterIT.LATE + 3)
final class NeighbourCachesIT extends NeighbourRuns {
    /** On a busy machine an answer may take too long. Then neighbours are not asked for 10 s, and the run is repeated. */
    private static final int MOST_RUNS = 5;

    /** Most requests that count as few. On a quiet machine there are none, without neighbours about three for four objects. */
    private static final long FEW = OBJECTS / 4;

    @Test
    void whatOneNodeHasIsNotReadFromTheSourceByOthers() throws Exception {
        List<Long> requests = new ArrayList<>();
        for (int run = 1; run <= MOST_RUNS; run++) {
            long gets = readFromNeighbours("caches-" + run);
            requests.add(gets);
            if (gets <= FEW) {
                break;
            }
        }
        assertThat(requests)
                .as("requests for bytes in each run")
                .last(InstanceOfAssertFactories.LONG)
                .isLessThanOrEqualTo(FEW);
    }

    /** @return requests for bytes that the source got */
    private long readFromNeighbours(String name) throws Exception {
        caches = directory.resolve(name);
        fillOne();
        long gets = link.gets();
        try (Run run = startKnowing(anywhere(), TieredClusterIT.NODES - 1, "away")) {
            run.begin("away");
            run.awaitEnd(0);
            run.assertSum("away");
        }
        assertThat(allPages()).as("copies on other nodes").isGreaterThan(PAGES);
        assertClean();
        return link.gets() - gets;
    }

    /** Each node's first task has read its first pages when the node that has them all loses its executor. */
    @Test
    @Tag("slow")
    void theExecutorThatServesIsKilled() throws Exception {
        int owner = fillOne();
        long gets = link.gets();
        try (Run run = startKnowing(anywhere(), TieredClusterIT.NODES - 1, SumLines.PAUSING)) {
            run.begin(SumLines.PAUSING);
            awaitPagesEverywhere();
            assertThat(CLUSTER.get().killExecutor(owner)).isEqualTo(1);
            run.open(SumLines.MIDWAY);
            run.awaitEnd(0);
            run.assertSum(SumLines.PAUSING);
        }
        assertThat(link.gets()).as("after it was killed").isGreaterThan(gets);
        assertClean();
    }
}
