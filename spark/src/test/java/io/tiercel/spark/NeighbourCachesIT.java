package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiercel.spark.apps.SumLines;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All input is in one node's cache, and tasks run on every node, as Spark's own scheduler places them. */
@Order(TieredClusterIT.LATE + 3)
final class NeighbourCachesIT extends NeighbourRuns {
    @Test
    void whatOneNodeHasIsNotReadFromTheSourceByOthers() throws Exception {
        fillOne();
        long gets = link.gets();
        try (Run run = startKnowing(anywhere(), TieredClusterIT.NODES - 1, "away")) {
            run.begin("away");
            run.awaitEnd(0);
            run.assertSum("away");
        }
        // None on a quiet machine. On a busy one a neighbour may be given up for a page, and the source gives its
        // object's rest.
        assertThat(link.gets() - gets).as("requests for bytes").isLessThan(OBJECTS / 2);
        assertThat(allPages()).as("copies on other nodes").isGreaterThan(PAGES);
        assertClean();
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
