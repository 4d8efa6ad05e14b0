package io.tiercel.suites.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tiercel.client.Answer;
import io.tiercel.client.ClientSettings;
import io.tiercel.client.TiercelClient;
import io.tiercel.coordinator.Coordinator;
import io.tiercel.coordinator.CoordinatorSettings;
import io.tiercel.protocol.AskPreferences;
import io.tiercel.protocol.PlaceScores;
import io.tiercel.protocol.PreferReply;
import io.tiercel.protocol.PreferRequest;
import io.tiercel.protocol.ScoreCount;
import io.tiercel.testkit.YarnCluster;
import io.tiercel.testkit.YarnClusterBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Trident's algorithm 3 in a real ResourceManager with our jar, over RPC. Preferences come from a real coordinator. The nodes have room
 * for 4, 1, 0, 4, 2 and 1 containers, as in Trident's Fig. 7.
 */
final class ContainersByCostIT {
    private static final double M = 1;
    private static final double S = 8;
    private static final double H = 20;
    private static final int MANY = 20;
    private static final int FEW = 4;
    static final String OURS =
            "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler";
    private static final String STOCK =
            "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler";
    private static final int[] ROOM = {4, 1, 0, 4, 2, 1};
    private static final String N1 = "127.0.0.2";
    static final String N2 = "127.0.0.3";
    private static final String N3 = "127.0.0.4";
    static final String N4 = "127.0.0.5";
    private static final String RACK = "/rack-1";
    private static final String ANY = "*";
    static final Duration LIMIT = Duration.ofMinutes(1);

    private static final Map<String, Integer> FIGURE_SEVEN = Map.of(N1, 2, N2, 2, N3, 2, N4, 3, RACK, 3, ANY, 3);
    private static final Map<String, Map<Double, Integer>> SCORES_OF_FIGURE_SEVEN = Map.of(
            N1, Map.of(M, 1, H, 1),
            N2, Map.of(M, 1, S, 1),
            N3, Map.of(H, 2),
            N4, Map.of(S, 2, H, 1));

    /** YARN's own order gives one container to each node that reports first; here two must go to one node. */
    static final Map<String, Integer> TWO_ON_ONE = Map.of(N1, 2, N2, 2, N4, 3, RACK, 3, ANY, 3);

    static final Map<String, Map<Double, Integer>> SCORES_OF_TWO_ON_ONE =
            Map.of(N1, Map.of(M, 2), N2, Map.of(H, 2), N4, Map.of(S, 1, H, 2));

    private static final Map<String, Integer> CHEAPEST_OF_FIGURE_SEVEN = Map.of(N1, 1, N2, 1, N4, 1);
    static final Map<String, Integer> CHEAPEST_OF_TWO_ON_ONE = Map.of(N1, 2, N4, 1);

    /** {@link ContainerFaultsIT} schedules asynchronously. */
    @Test
    void theCheapestContainersAreGranted() throws Exception {
        cheapestAreGranted(false);
    }

    @Test
    @Tag("slow")
    void theCheapestContainersAreGrantedAsynchronously() throws Exception {
        cheapestAreGranted(true);
    }

    private static void cheapestAreGranted(boolean isAsynchronous) throws Exception {
        try (Coordinator coordinator = coordinator();
                YarnCluster cluster = cluster(OURS, coordinator, isAsynchronous);
                TiercelClient client = client(coordinator, UnmanagedApplication.user())) {
            assertCheapest(cluster, client, FEW);
            cluster.restartResourceManager();
            assertCheapest(cluster, client, 1);
            othersGetTheirContainers(cluster, coordinator);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("slow")
    void theCheapestContainersAreGrantedEachTime(boolean isAsynchronous) throws Exception {
        try (Coordinator coordinator = coordinator();
                YarnCluster cluster = cluster(OURS, coordinator, isAsynchronous);
                TiercelClient client = client(coordinator, UnmanagedApplication.user())) {
            assertCheapest(cluster, client, MANY);
        }
    }

    private static void assertCheapest(YarnCluster cluster, TiercelClient client, int times) throws Exception {
        for (int time = 1; time <= times; time++) {
            assertThat(grants(cluster, client, FIGURE_SEVEN, SCORES_OF_FIGURE_SEVEN))
                    .as("Trident's Fig. 7, time %s", time)
                    .isEqualTo(CHEAPEST_OF_FIGURE_SEVEN);
            assertThat(grants(cluster, client, TWO_ON_ONE, SCORES_OF_TWO_ON_ONE))
                    .as("two on one node, time %s", time)
                    .isEqualTo(CHEAPEST_OF_TWO_ON_ONE);
        }
        assertThat(log(cluster, "goes as by YARN, because of")).isEmpty();
    }

    /** So the case above shows something. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("slow")
    void theStockSchedulerGrantsOthers(boolean isAsynchronous) throws Exception {
        int cheapest = 0;
        try (Coordinator coordinator = coordinator();
                YarnCluster cluster = cluster(STOCK, coordinator, isAsynchronous)) {
            for (int time = 0; time < MANY; time++) {
                try (UnmanagedApplication application = UnmanagedApplication.start(cluster.conf())) {
                    cheapest += application.grants(TWO_ON_ONE).equals(CHEAPEST_OF_TWO_ON_ONE) ? 1 : 0;
                }
            }
        }
        assertThat(cheapest).as("times of %s", MANY).isLessThan(MANY / 2);
    }

    /** Another user's preferences do not count, and a coordinator that is gone delays nobody. */
    private static void othersGetTheirContainers(YarnCluster cluster, Coordinator coordinator) throws Exception {
        try (TiercelClient stranger = client(coordinator, "mallory")) {
            assertThat(sum(grants(cluster, stranger, TWO_ON_ONE, SCORES_OF_TWO_ON_ONE)))
                    .isEqualTo(3);
        }
        coordinator.close();
        try (UnmanagedApplication application = UnmanagedApplication.start(cluster.conf())) {
            assertThat(sum(application.grants(FIGURE_SEVEN))).isEqualTo(3);
        }
        await().atMost(LIMIT)
                .until(() -> log(cluster, "Tiercel: containers go as by YARN until the coordinator")
                                .size()
                        == 1);
    }

    private static int sum(Map<String, Integer> containers) {
        return containers.values().stream().mapToInt(Integer::intValue).sum();
    }

    static List<String> log(YarnCluster cluster, String text) throws Exception {
        try (Stream<String> lines = Files.lines(cluster.resourceManagerLog())) {
            return lines.filter(line -> line.contains(text)).toList();
        }
    }

    static Map<String, Integer> grants(
            YarnCluster cluster,
            TiercelClient client,
            Map<String, Integer> places,
            Map<String, Map<Double, Integer>> scores)
            throws Exception {
        try (UnmanagedApplication application = UnmanagedApplication.start(cluster.conf())) {
            prefer(client, application, scores);
            return application.grants(places);
        }
    }

    /** Says what the application prefers until the ResourceManager knows it. */
    static void prefer(
            TiercelClient client, UnmanagedApplication application, Map<String, Map<Double, Integer>> scores) {
        AskPreferences.Builder ask = AskPreferences.newBuilder().setPriority(UnmanagedApplication.PRIORITY);
        scores.forEach((place, counts) -> {
            PlaceScores.Builder there = ask.addPlacesBuilder().setPlace(place);
            counts.forEach((score, containers) ->
                    there.addScores(ScoreCount.newBuilder().setScore(score).setContainers(containers)));
        });
        PreferRequest request = PreferRequest.newBuilder()
                .setApplication(application.id().toString())
                .setAttempt(1)
                .addAsks(ask)
                .build();
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            Answer<PreferReply> answer = client.prefer(request).join();
            assertThat(answer.why()).isEmpty();
            return answer.value().orElseThrow().getKnown();
        });
    }

    static Coordinator coordinator() throws Exception {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "hdfs://127.0.0.1:1"); // Nobody asks for a file.
        return Coordinator.start(
                CoordinatorSettings.read(Map.of(
                        "tiercel.coordinator.address", "127.0.0.1:0",
                        "tiercel.coordinator.http-address", "127.0.0.1:0",
                        "tiercel.coordinator.job.lease", "1h")),
                conf,
                null);
    }

    static TiercelClient client(Coordinator coordinator, String user) {
        return new TiercelClient(
                ClientSettings.of("127.0.0.1", coordinator.address().getPort(), user));
    }

    private static YarnCluster cluster(String scheduler, Coordinator coordinator, boolean isAsynchronous) {
        return builder(scheduler, coordinator, isAsynchronous).start();
    }

    static YarnClusterBuilder builder(String scheduler, Coordinator coordinator, boolean isAsynchronous) {
        YarnClusterBuilder builder = YarnCluster.builder()
                .nodes(ROOM.length)
                .daemonJar(Path.of(System.getProperty("tiercel.bundle.yarn")))
                .key("yarn.resourcemanager.scheduler.class", scheduler)
                .key(
                        "tiercel.yarn.coordinator",
                        "127.0.0.1:" + coordinator.address().getPort())
                .key("tiercel.yarn.interval", "50ms")
                // Under load a node's heartbeat may come late, and YARN then passes the node over.
                .key("yarn.scheduler.skip.node.multiplier", "60")
                .key("yarn.scheduler.capacity.schedule-asynchronously.enable", Boolean.toString(isAsynchronous));
        for (int node = 0; node < ROOM.length; node++) {
            // Half a container is none.
            builder.memory(
                    node,
                    Math.max(UnmanagedApplication.CONTAINER_MIB / 2, ROOM[node] * UnmanagedApplication.CONTAINER_MIB));
        }
        return builder;
    }
}
