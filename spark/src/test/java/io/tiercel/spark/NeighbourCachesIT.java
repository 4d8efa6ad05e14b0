package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.spark.apps.SumLines;
import io.tiercel.testkit.SparkApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** All input is in one node's cache, and tasks run on every node, as Spark's own scheduler places them. */
@Order(TieredClusterIT.LATE + 3)
final class NeighbourCachesIT extends SharedStorageRuns {
    private static final String READY = "Tiercel: pages that are missing here are read from other nodes' caches";

    private static int ready() {
        int lines = 0;
        try {
            for (Path log : CLUSTER.get().executorLogs()) {
                lines += (int) Files.readAllLines(log).stream()
                        .filter(line -> line.contains(READY))
                        .count();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private SparkApp anywhere() throws IOException {
        return cached().conf("spark.tiercel.policy", "stock");
    }

    /** Fills the cache of one node. @return that node */
    private int fillOne() throws Exception {
        try (Run run = start(anywhere().conf("spark.cores.max", "1"), 1, "alone")) {
            run.begin("alone");
            run.awaitEnd(0);
            run.assertSum("alone");
        }
        int[] nodes = IntStream.range(0, TieredClusterIT.NODES)
                .filter(node -> pages(node) > 0)
                .toArray();
        assertThat(nodes).as("nodes with pages").hasSize(1);
        assertThat(pages(nodes[0])).isEqualTo(PAGES);
        return nodes[0];
    }

    /** Starts an application, and returns when its executors know that one of them has pages. */
    private Run startKnowing(String... rounds) throws Exception {
        int before = ready();
        Run run = start(anywhere(), rounds);
        await().atMost(LIMIT).until(() -> ready() - before == TieredClusterIT.NODES - 1);
        return run;
    }

    @Test
    void whatOneNodeHasIsNotReadFromTheSourceByOthers() throws Exception {
        fillOne();
        long gets = link.gets();
        try (Run run = startKnowing("away")) {
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
    void theExecutorThatServesIsKilled() throws Exception {
        int owner = fillOne();
        long gets = link.gets();
        try (Run run = startKnowing(SumLines.PAUSING)) {
            run.begin(SumLines.PAUSING);
            await().atMost(LIMIT)
                    .until(() -> IntStream.range(0, TieredClusterIT.NODES).allMatch(node -> pages(node) > 0));
            assertThat(CLUSTER.get().killExecutor(owner)).isEqualTo(1);
            run.open(SumLines.MIDWAY);
            run.awaitEnd(0);
            run.assertSum(SumLines.PAUSING);
        }
        assertThat(link.gets()).as("after it was killed").isGreaterThan(gets);
        assertClean();
    }
}
