package io.tiercel.suites.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.cachefs.NodeCaches;
import io.tiercel.cachefs.peer.Neighbours;
import io.tiercel.cachefs.peer.PageHolders.Holder;
import io.tiercel.cachefs.peer.Peer;
import io.tiercel.cachefs.peer.PeerSecret;
import io.tiercel.cachefs.peer.RemoteCache;
import io.tiercel.cachefs.store.Eviction;
import io.tiercel.cachefs.store.ObjectVersion;
import io.tiercel.cachefs.store.PageStore;
import io.tiercel.cachefs.store.PagedObject;
import io.tiercel.testkit.YarnCluster;
import io.tiercel.testkit.YarnClusterBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cache agent in real NodeManagers, from the jar that users get: it serves pages; where it cannot, the NodeManager runs without it. */
final class NodeManagerAgentIT {
    private static final int PAGE = 4096;
    private static final PagedObject OBJECT =
            new PagedObject(new ObjectVersion("bucket", "key", "tag", 3 * PAGE + 5), PAGE);
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Pattern LISTENS =
            Pattern.compile("Tiercel: the cache agent of (\\S+), .* listens on .*:(\\d+)");
    private static final String FAILED = "Tiercel: no cache agent in this NodeManager: ";

    @TempDir
    private Path directory;

    /** NodeManager 0 serves; 1 has no secret, 2 a cache that others may read, 3 a taken port, 4 an unknown key. */
    @Test
    void itServesPagesAndHarmsNoNodeManager() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "the agents' and the applications' secret");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Path readable = Files.createDirectory(directory.resolve("readable"));
        Path exposed = Files.createDirectory(NodeCaches.ofUser(readable));
        Files.setPosixFilePermissions(exposed, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path cached = Files.createDirectory(directory.resolve("cached"));
        fill(cached);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.5"));
                YarnCluster cluster = withAgents(cached, secret)
                        .nodes(5)
                        .nodeManagerKey(1, "tiercel.cache.secret", directory.resolve("none") + "")
                        .nodeManagerKey(2, "tiercel.cache.directory", readable.toString())
                        .nodeManagerKey(3, "tiercel.cache.port", Integer.toString(taken.getLocalPort()))
                        .nodeManagerKey(4, "tiercel.cache.ports", "1")
                        .start()) {
            assertThat(cluster.runningHosts()).as("NodeManagers").hasSize(5);
            assertThat(failure(cluster, 1)).contains(directory.resolve("none") + ": expected a file with a secret");
            assertThat(failure(cluster, 2)).contains("expected a directory that only this user may read and write");
            assertThat(failure(cluster, 3)).contains("tiercel.cache.port: cannot listen on 127.0.0.5:");
            assertThat(failure(cluster, 4))
                    .contains("tiercel.cache.ports: no such key")
                    .contains("did you mean tiercel.cache.port?");

            Peer agent = new Peer("127.0.0.2", port(cluster, 0));
            byte[] known = PeerSecret.read(secret);
            assertThat(new RemoteCache(agent, known, LIMIT).contents()).containsOnlyKeys(OBJECT.id());
            Map<Integer, byte[]> pages = read(agent, known);
            assertThat(pages).hasSize(OBJECT.pages());
            pages.forEach((page, bytes) -> assertThat(bytes).isEqualTo(content(page)));

            assertThat(lines(cluster, 0, FAILED)).isEmpty();
            assertThat(cluster.runningHosts()).as("NodeManagers").hasSize(5);
        }
    }

    private static YarnClusterBuilder withAgents(Path cached, Path secret) {
        YarnClusterBuilder builder = YarnCluster.builder()
                .key("yarn.nodemanager.aux-services", "tiercel_cache_agent")
                .key(
                        "yarn.nodemanager.aux-services.tiercel_cache_agent.class",
                        "io.tiercel.cachefs.nodemanager.CacheAgentService")
                .key(
                        "yarn.nodemanager.aux-services.tiercel_cache_agent.classpath",
                        System.getProperty("tiercel.bundle"))
                .key("tiercel.cache.directory", cached.toString())
                .key("tiercel.cache.secret", secret.toString())
                .key("tiercel.cache.port", "0");
        for (int node = 0; node < 5; node++) {
            builder.nodeManagerKey(node, "yarn.nodemanager.bind-host", "127.0.0." + (node + 2));
        }
        return builder;
    }

    private static void fill(Path cached) throws IOException {
        PageStore store = PageStore.open(NodeCaches.ofUser(cached), 1 << 20, Eviction.SIEVE, InstantSource.system());
        for (int page = 0; page < OBJECT.pages(); page++) {
            assertThat(store.write(OBJECT, page, content(page))).isTrue();
        }
    }

    private static byte[] content(int page) {
        byte[] bytes = new byte[OBJECT.length(page)];
        new Random(page).nextBytes(bytes);
        return bytes;
    }

    private static Map<Integer, byte[]> read(Peer agent, byte[] secret) {
        BitSet all = new BitSet();
        all.set(0, OBJECT.pages());
        Neighbours neighbours =
                new Neighbours(object -> List.of(new Holder(agent, all)), secret, Runnable::run, System::nanoTime);
        Map<Integer, byte[]> pages = new TreeMap<>();
        for (int next = 0; next < OBJECT.pages(); ) {
            int from = next;
            Neighbours.Run run = await().atMost(LIMIT)
                    .until(() -> neighbours.find(OBJECT, from, OBJECT.pages()), found -> found.isPresent())
                    .orElseThrow();
            next = run.read(pages::put);
        }
        return pages;
    }

    private static int port(YarnCluster cluster, int node) {
        return await().atMost(LIMIT)
                .until(
                        () -> lines(cluster, node, "Tiercel: the cache agent")
                                .map(LISTENS::matcher)
                                .filter(Matcher::find)
                                .map(found -> Integer.valueOf(found.group(2)))
                                .toList(),
                        found -> !found.isEmpty())
                .get(0);
    }

    private static String failure(YarnCluster cluster, int node) {
        List<String> lines =
                await().atMost(LIMIT).until(() -> lines(cluster, node, FAILED).toList(), found -> !found.isEmpty());
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }

    private static Stream<String> lines(YarnCluster cluster, int node, String text) throws IOException {
        return Files.readAllLines(cluster.nodeManagerLog(node)).stream().filter(line -> line.contains(text));
    }
}
