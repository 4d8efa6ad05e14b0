package io.tiercel.yarn;

import io.tiercel.allocate.AttemptPreferences;
import io.tiercel.allocate.AttemptPreferences.Ask;
import io.tiercel.allocate.PreferenceBook.Held;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.TiercelCapacityScheduler;

/**
 * How long a ResourceManager with 1,024 nodes takes to grant 1,024 containers: the Capacity Scheduler, ours without preferences, and
 * ours with preferences, by turns in one process. Started by {@code bench/containers}.
 */
final class GrantTimes {
    private static final int RACKS = 32;
    private static final int NODES_PER_RACK = 32;
    private static final int CONTAINERS = 1_024;
    private static final int REPLICAS = 3;
    private static final int ROOM = 4;
    private static final int PRIORITY = 20;
    private static final double[] SCORES = {1, 8, 20};
    private static final double MILLI = 1e6;

    private record Side(String name, MockYarn yarn, boolean prefers, double[] millis) {}

    private GrantTimes() {}

    /** @param arguments rounds; 15 if there are none */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length == 0 ? 15 : Integer.parseInt(arguments[0]);
        for (boolean isAsynchronous : new boolean[] {false, true}) {
            measure(isAsynchronous, rounds);
        }
        System.exit(0);
    }

    private static void measure(boolean isAsynchronous, int rounds) throws Exception {
        Map<String, String> keys = Map.of(MockYarn.ASYNCHRONOUS, Boolean.toString(isAsynchronous));
        try (MockYarn stock = cluster(CapacityScheduler.class, keys);
                MockYarn ours = cluster(TiercelCapacityScheduler.class, keys)) {
            List<Side> sides = List.of(
                    new Side("stock", stock, false, new double[rounds]),
                    new Side("ours, no preferences", ours, false, new double[rounds]),
                    new Side("ours, preferences", ours, true, new double[rounds]));
            for (int round = -rounds / 2; round < rounds; round++) {
                for (Side side : sides) {
                    double millis = round(side, new Random(round), isAsynchronous);
                    if (round >= 0) {
                        side.millis()[round] = millis;
                    }
                }
            }
            print(isAsynchronous, sides);
        }
    }

    private static MockYarn cluster(Class<? extends CapacityScheduler> scheduler, Map<String, String> keys)
            throws Exception {
        MockYarn yarn = new MockYarn(scheduler, keys);
        for (int node = 0; node < RACKS * NODES_PER_RACK; node++) {
            yarn.addNode(host(node), ROOM * MockYarn.CONTAINER_MIB);
        }
        return yarn;
    }

    private static String host(int node) {
        return MockYarn.host(1 + node / NODES_PER_RACK, 0, 1 + node % NODES_PER_RACK);
    }

    private static double round(Side side, Random random, boolean isAsynchronous) throws Exception {
        ApplicationAttemptId attempt = side.yarn().submit();
        Map<String, Map<Double, Integer>> scores = new HashMap<>();
        List<ResourceRequest> asks = asks(random, scores);
        if (side.prefers()) {
            side.yarn()
                    .prefer(List.of(new Held(
                            MockYarn.USER,
                            new AttemptPreferences(
                                    attempt.getApplicationId().toString(), 1, List.of(new Ask(PRIORITY, 0, scores))))));
        }
        long start = System.nanoTime();
        side.yarn()
                .scheduler()
                .allocate(
                        attempt,
                        asks,
                        null,
                        List.of(),
                        List.of(),
                        List.of(),
                        new org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates());
        while (side.yarn().pending(attempt) > 0) {
            if (isAsynchronous) {
                Thread.onSpinWait();
            } else {
                side.yarn().scheduleAll();
            }
        }
        double millis = (System.nanoTime() - start) / MILLI;
        side.yarn().allocate(attempt, List.of(), List.of());
        side.yarn().finish(attempt);
        side.yarn().prefer(List.of());
        return millis;
    }

    /** Preferences of tasks with replicas on random nodes and tiers. */
    private static List<ResourceRequest> asks(Random random, Map<String, Map<Double, Integer>> scores) {
        Map<String, Integer> places = new HashMap<>();
        for (int task = 0; task < CONTAINERS; task++) {
            Set<String> racks = new HashSet<>();
            for (int replica = 0; replica < REPLICAS; replica++) {
                String host = host(random.nextInt(RACKS * NODES_PER_RACK));
                places.merge(host, 1, Integer::sum);
                scores.computeIfAbsent(host, unused -> new HashMap<>())
                        .merge(SCORES[random.nextInt(SCORES.length)], 1, Integer::sum);
                racks.add(MockYarn.rack(host));
            }
            racks.forEach(rack -> places.merge(rack, 1, Integer::sum));
        }
        places.put(ResourceRequest.ANY, CONTAINERS);
        List<ResourceRequest> asks = new ArrayList<>();
        places.forEach((place, containers) -> asks.add(MockYarn.ask(PRIORITY, place, containers)));
        return asks;
    }

    private static void print(boolean isAsynchronous, List<Side> sides) {
        System.out.printf(
                "%s, %d rounds, ms%n",
                isAsynchronous ? "asynchronous" : "synchronous", sides.get(0).millis().length);
        double[] stock = sides.get(0).millis();
        for (Side side : sides) {
            double[] beyond = new double[stock.length];
            Arrays.setAll(beyond, round -> side.millis()[round] - stock[round]);
            System.out.printf("| %s | %s | beyond stock %s |%n", side.name(), summary(side.millis()), summary(beyond));
        }
    }

    private static String summary(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT, "%.1f (%.1f to %.1f)", sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }
}
