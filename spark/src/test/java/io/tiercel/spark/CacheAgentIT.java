package io.tiercel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.spark.apps.ServeCache;
import io.tiercel.spark.apps.SumLines;
import io.tiercel.testkit.SparkApp;
import io.tiercel.testkit.process.Daemon;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All input is in the cache of a node that has no executor, but an agent in a process of its own. */
@Order(TieredClusterIT.LATE + 4)
final class CacheAgentIT extends NeighbourRuns {
    private static final String HOST = "127.0.0.1";

    private Path secret() throws IOException {
        Path file = Files.writeString(directory.resolve("secret"), "the agents' and the applications' secret");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private SparkApp withAgent(int port) throws IOException {
        return anywhere()
                .conf("spark.tiercel.cache.agents", HOST + ":" + port)
                .conf("spark.tiercel.cache.secret", secret().toString());
    }

    /** Makes the cache that a node has filled that of a node without executors, and serves it. */
    private Agent startAgent() throws Exception {
        Path filled = caches.resolve(CLUSTER.get().hosts().get(fillOne()));
        Path moved = Files.move(filled, directory.resolve("elsewhere"));
        Path port = directory.resolve("port");
        Daemon process = CLUSTER.get()
                .start(
                        "cache-agent",
                        ServeCache.class.getName(),
                        List.of(moved.toString(), secret().toString(), HOST, port.toString()));
        await().atMost(LIMIT).until(() -> Files.exists(port) || !process.alive());
        assertThat(port).as("%s", text(process.log())).exists();
        return new Agent(process, Integer.parseInt(Files.readString(port)));
    }

    private record Agent(Daemon process, int port) implements AutoCloseable {
        @Override
        public void close() {
            process.kill();
        }
    }

    @Test
    void whatItHasIsNotReadFromTheSource() throws Exception {
        try (Agent agent = startAgent()) {
            long gets = link.gets();
            try (Run run = startKnowing(withAgent(agent.port()), TieredClusterIT.NODES, "away")) {
                run.begin("away");
                run.awaitEnd(0);
                run.assertSum("away");
            }
            // None on a quiet machine, see NeighbourCachesIT; without the agent one for each object.
            assertThat(link.gets() - gets).as("requests for bytes").isLessThan(OBJECTS * 3 / 4);
            assertThat(allPages()).as("copies on nodes with executors").isGreaterThan(PAGES / 2);
            assertClean();
        }
    }

    /** It holds its connections open and says nothing any more; then it is gone, and the next round begins. */
    @Test
    @Tag("slow")
    void itHangsWhileItServesAndThenDies() throws Exception {
        try (Agent agent = startAgent()) {
            long gets = link.gets();
            try (Run run = startKnowing(withAgent(agent.port()), TieredClusterIT.NODES, SumLines.PAUSING, "dead")) {
                run.begin(SumLines.PAUSING);
                awaitPagesEverywhere();
                agent.process().signal("STOP");
                run.open(SumLines.MIDWAY);
                run.awaitSum(SumLines.PAUSING);
                agent.process().kill();
                run.begin("dead");
                run.awaitEnd(0);
                run.assertSum("dead");
            }
            assertThat(link.gets()).as("after it hung").isGreaterThan(gets);
            assertClean();
        }
    }

    /** Nobody listens, and the secret is one that others may read: one line each, and the job runs. */
    @Test
    @Tag("slow")
    void withoutAnAgentOrASecretTheJobRunsAsItWould() throws Exception {
        int nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = free.getLocalPort();
        }
        try (Run run = start(withAgent(nobody), "absent")) {
            run.begin("absent");
            run.awaitEnd(0);
            run.assertSum("absent");
            assertThat(lines(run, "Tiercel: the cache agent " + HOST + ":" + nobody + " does not answer"))
                    .isEqualTo(1);
        }
        SparkApp careless = withAgent(nobody);
        Files.setPosixFilePermissions(directory.resolve("secret"), PosixFilePermissions.fromString("rw-r--r--"));
        try (Run run = start(careless, "careless")) {
            run.begin("careless");
            run.awaitEnd(0);
            run.assertSum("careless");
            assertThat(lines(run, "expected a secret that only its owner may read"))
                    .isEqualTo(1);
            assertThat(lines(run, "cache agents are not asked")).isEqualTo(1);
        }
        assertClean();
    }

    private static long lines(Run run, String text) {
        return text(run.app.log()).lines().filter(line -> line.contains(text)).count();
    }
}
