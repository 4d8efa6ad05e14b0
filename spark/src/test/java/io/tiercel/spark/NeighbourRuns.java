package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.testkit.SparkApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Jobs that find all their input in one other cache. */
abstract class NeighbourRuns extends SharedStorageRuns {
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

    /** An application whose tasks Spark's own scheduler places. */
    final SparkApp anywhere() throws IOException {
        return cached().conf("spark.tiercel.policy", "stock");
    }

    /** Fills the cache of one node. @return that node */
    final int fillOne() throws Exception {
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

    /** Starts an application, and returns when so many of its executors know that others have pages. */
    final Run startKnowing(SparkApp app, int executors, String... rounds) throws Exception {
        int before = ready();
        Run run = start(app, rounds);
        await().atMost(LIMIT).until(() -> ready() - before == executors);
        return run;
    }

    final void awaitPagesEverywhere() {
        await().atMost(LIMIT)
                .until(() -> IntStream.range(0, TieredClusterIT.NODES).allMatch(node -> pages(node) > 0));
    }
}
